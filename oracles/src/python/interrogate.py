# What an interpreter says of itself, as one line of JSON. Old Pythons must be able to read this too.
import json
import os
import sys
import sysconfig


def libpythons():
    get = sysconfig.get_config_var
    base = getattr(sys, "base_prefix", sys.prefix)
    short = "%d.%d" % sys.version_info[:2]
    libdir = get("LIBDIR") or ""
    folders = [libdir, os.path.join(libdir, get("MULTIARCH") or "")]
    names = [get("INSTSONAME"), get("LDLIBRARY")]
    tried = [os.path.join(folder, name) for name in names if name for folder in folders]
    tried += [os.path.join(base, "lib", name) for name in names if name]
    tried += [os.path.join(base, "lib", "libpython" + short + end) for end in (".so.1.0", ".dylib")]
    framework = get("PYTHONFRAMEWORKPREFIX")
    if framework:
        tried.insert(0, os.path.join(framework, get("LDLIBRARY") or ""))
    found = []
    for path in tried:
        real = os.path.realpath(path)
        if os.path.isfile(real) and not real.endswith(".a") and real not in found:
            found.append(real)
    return found


def numpy():
    try:
        import numpy
        from numpy._core import _multiarray_umath as umath
    except Exception:
        return None
    return {
        "version": numpy.__version__,
        "path": os.path.dirname(numpy.__file__),
        "dispatch": list(umath.__cpu_dispatch__),
    }


print(json.dumps({
    "implementation": sys.implementation.name,
    "version": list(sys.version_info[:3]),
    "executable": sys.executable,
    "prefix": sys.prefix,
    "base_prefix": sys.base_prefix,
    "free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    "libpython": libpythons(),
    "numpy": numpy(),
}))
