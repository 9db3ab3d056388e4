# Sourced by ./play and ./test, with $root set: `ensure_venv REQUIREMENT` leaves a
# finished $root/.venv behind, or ends the script with one line that says why not.
# `wish_for EXTRA` adds an extra to it, and goes on without where that cannot be installed.
#
# .venv belongs to these scripts; a stamp in it records what it was made of. The stamp is
# removed before anything changes and written last, so an install that was interrupted has
# none, and a .venv without one is made again from nothing.

venv=${root:?}/.venv
stamp=$venv/.installed

die() {
    echo "doublesix: $*" >&2
    exit 1
}

ensure_venv() {
    is_ready "$1" && return
    find_python
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        die "$python has no venv module; on Debian and Ubuntu: apt install python3-venv"
    lock
    is_ready "$1" || install "$1"
    exec 9>&-
}

wish_for() {
    is_ready ".[$1]" && return
    # What could not be installed is not tried again before there is something else to install.
    refused=$venv/.without-$1
    [ ! -f "$refused" ] || [ "$(cat -- "$refused")" != "$(describe_parts)" ] || return 0
    find_python
    lock
    is_ready ".[$1]" || add "$1"
    exec 9>&-
}

# Whoever starts second waits here, then finds the work done. The kernel frees the lock when
# its holder ends, however it ends, so there is no stale lock to break.
lock() {
    exec 9>"$root/.venv.lock"
    wait_for_lock <&9
}

# Is .venv alive, in its place, of the Python asked for, and made of today's files?
is_ready() {
    describe_home && [ -f "$stamp" ] || return 1
    { read -r stamped_home && read -r stamped_parts && read -r stamped_requirement; } <"$stamp" ||
        return 1
    [ "$stamped_home" = "$home" ] && [ "$stamped_parts" = "$(describe_parts)" ] || return 1
    [ "$(join_extras "$stamped_requirement" "$1")" = "$stamped_requirement" ]
}

# Prints the requirement of two together: `.[web]` and `.[kernel,lab]` make `.[web,kernel,lab]`.
# What ./test installs contains everything else.
join_extras() (
    extras=$(list_extras "$1")
    for extra in $(list_extras "$2"); do
        case " $extras " in
        *" $extra "* | *' test '*) ;;
        *) extras="$extras${extras:+ }$extra" ;;
        esac
    done
    echo ".${extras:+[$(echo "$extras" | tr ' ' ,)]}"
)

list_extras() {
    echo "$1" | tr -d '.[]' | tr , ' '
}

# Sets home: where .venv stands and which Python it runs. Both are written into the files of
# a .venv, so it is useless once either has changed. Fails if .venv is broken.
describe_home() {
    identify='import sys; print(*sys.version_info[:2], sys.base_prefix)'
    home=$("$venv/bin/python" -I -c "$identify
from importlib.util import find_spec
sys.exit(find_spec('doublesix') is None)" 2>/dev/null) || return 1
    # Without $PYTHON any living .venv will do; with it, only one of that Python.
    [ -z "${PYTHON:-}" ] || [ "$("$PYTHON" -I -c "$identify" 2>/dev/null)" = "$home" ] || return 1
    home="$root $home"
}

describe_parts() {
    cat -- "$root/pyproject.toml" "$root/constraints.txt" | cksum
}

# Sets python: the real interpreter, not the link to it in some activated .venv, which
# might be the very one about to be replaced.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.14 python3.13 python3.12 python3.11 python
    fi
    found=
    for name; do
        # Must run on any Python, even 2.
        python=$("$name" -c '
import sys
good = sys.version_info >= (3, 11)
print(sys._base_executable if good else "%d.%d.%d" % sys.version_info[:3])
sys.exit(not good)' 2>/dev/null) && return
        [ -z "$python" ] || found="$found${found:+, }$name is $python"
    done
    die "Python 3.11 or newer is needed (${found:-"$* not found"}); PYTHON=/path/to/python chooses one"
}

wait_for_lock() {
    "$python" -c '
import fcntl, sys
try:
    fcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("doublesix: waiting for another install in .venv to finish", file=sys.stderr)
    fcntl.flock(0, fcntl.LOCK_EX)
except OSError:
    pass  # a disk without locks: better no lock than no game
'
}

install() {
    requirement=$1
    # Only files changed: pip can put that right in place, under a game that is still running.
    # Anything else, an unfinished install above all: start again from nothing.
    if describe_home && [ -f "$stamp" ] &&
        { read -r stamped_home && read -r _ && read -r stamped_requirement; } <"$stamp" &&
        [ "$stamped_home" = "$home" ]; then
        echo 'doublesix: updating .venv' >&2
        # What somebody once used stays, or two commands in turn would undo each other's work.
        requirement=$(join_extras "$stamped_requirement" "$1")
        rm -f -- "$stamp"
    else
        echo 'doublesix: installing into .venv, once; this can take a minute' >&2
        rm -rf -- "$venv"
        "$python" -m venv "$venv" >&2 || die 'the .venv could not be made'
    fi
    run_pip || {
        tail -n 5 -- "$log" >&2
        die "pip failed; its whole output is in $log"
    }
    describe_home || die 'the .venv was made but does not work'
    write_stamp
}

# The stamp stays meanwhile: whatever becomes of this, what was there before still works.
add() {
    echo "doublesix: adding $1 to .venv, once; this can take a minute" >&2
    requirement=$(join_extras "$stamped_requirement" ".[$1]")
    if run_pip; then
        write_stamp
    else
        echo "$parts" >"$refused"
        echo "doublesix: going on without it; what pip says is in $log" >&2
    fi
}

# Installs $requirement.
run_pip() {
    log=$venv/pip.log
    # Before pip reads them: an edit made during the install must not count as installed.
    parts=$(describe_parts)
    (cd -- "$root" && "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint constraints.txt --editable "$requirement") >"$log" 2>&1
}

write_stamp() {
    printf '%s\n' "$home" "$parts" "$requirement" >"$stamp.new"
    mv -- "$stamp.new" "$stamp"
}
