#!/bin/sh
# What the library takes from Windows and gives away: imports.sh DLL
# Only the system's own libraries, and nothing that writes files, starts programs or opens connections.
set -u
passed=0 failed=0
tables=$(x86_64-w64-mingw32-objdump -p "$1")

pass_if() {
    if [ "$1" = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$2"
    fi
}

for library in $(echo "$tables" | sed -n 's/^[[:space:]]*DLL Name: //p'); do
    case $library in
    KERNEL32.dll | msvcrt.dll | ucrtbase.dll | api-ms-win-crt-*) pass_if yes ;;
    *) pass_if no "needs $library" ;;
    esac
done

# Of KERNEL32: what system_windows.c asks, and what the beginning of every library of mingw's asks
taken=$(echo "$tables" | awk '/DLL Name:/ { ours = /KERNEL32/; next }
                              ours && NF == 3 && $2 ~ /^[0-9]+$/ { print $3 }')
for function in $taken; do
    case $function in
    CloseHandle | CreateFileW | FindClose | FindFirstFileExW | FindNextFileW | GetFileAttributesW | \
    GetFileInformationByHandle | GetFileInformationByHandleEx | GetFileType | GetFullPathNameW | \
    GetLastError | GetSystemTimeAsFileTime | LCMapStringW | ReadFile | \
    *CriticalSection | *SRWLock* | *ConditionVariable* | CreateThread | WaitForSingleObject | \
    GetSystemInfo | GlobalMemoryStatusEx | GetProcessAffinityMask | GetCurrentProcess | \
    GetCurrentProcessId | \
    IsDBCSLeadByteEx | MultiByteToWideChar | WideCharToMultiByte | Sleep | TlsGetValue | \
    VirtualProtect | VirtualQuery)
        pass_if yes ;;
    *) pass_if no "takes $function" ;;
    esac
done
[ -n "$taken" ] || pass_if no "its imports can't be read"

# Names of exports stand in a table of lines like "[   0] name"
given=$(echo "$tables" | sed -n 's/^[[:space:]]*\[ *[0-9]*\] \([a-z][a-z0-9_]*\)$/\1/p' | tr '\n' ' ')
pass_if "$([ "$given" = "sqlite3_extension_init sqlite3_gamemap_init sqlite3_gamemap_nofs_init " ] && echo yes)" "gives $given"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
