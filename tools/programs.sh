# Sourced by ./test, after venv.sh: `ensure_programs` leaves the programs of the system that the
# tests drive behind, or ends the script with one line that says which are missing.

# Each program, and the Debian package it comes in.
programs='chromium:chromium tsc:node-typescript'

ensure_programs() {
    missing=
    for program in $programs; do
        command -v "${program%:*}" >/dev/null || missing="$missing${missing:+ }${program#*:}"
    done
    [ -n "$missing" ] || return 0
    { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; } ||
        die "the tests need what is missing here; on Debian and Ubuntu: apt install $missing"
    echo "doublesix: installing $missing, once" >&2
    # shellcheck disable=SC2086 # split into names, which have no spaces
    { apt_get update && apt_get install --no-install-recommends $missing; } ||
        die "apt-get could not install $missing"
}

apt_get() {
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y "$@" >&2
}
