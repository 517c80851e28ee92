// Rules of Windows that Wine 8 does not keep, for programs that are tested under Wine.
//
// scripts/test-windows.sh links this into the program and its tests, before the libraries of
// Windows. A symbol defined here stands for the function of that name in a DLL; `__imp_NAME` is
// the pointer by which compiled code calls it. The rule is checked, then the function called.
//
// - The end of a file is set only by a handle that may write data: a handle that may only append
//   is refused, with ERROR_ACCESS_DENIED.
// - Bytes that another handle has locked are neither read nor written, whatever process has the
//   handle: ERROR_LOCK_VIOLATION.
// - bcryptprimitives.dll, where Rust's library finds random numbers, is there.

// Functions of kernel32 are defined here, not imported.
#define _KERNEL32_
#include <windows.h>
#include <winternl.h>

#define STATUS_FILE_LOCK_CONFLICT ((NTSTATUS)0xC0000054)

// The function that stands behind one that is defined here.
static void *behind(const char *library, const char *name)
{
    return (void *)GetProcAddress(LoadLibraryA(library), name);
}

// What NtQueryObject says of a handle.
struct basic_information {
    ULONG attributes;
    ACCESS_MASK access;
    ULONG others[12];
};

// Whether the system says that a handle lacks the right to write data.
static BOOL may_not_write(HANDLE file)
{
    struct basic_information known;
    NTSTATUS status = NtQueryObject(file, ObjectBasicInformation, &known, sizeof known, NULL);
    return status == 0 && !(known.access & FILE_WRITE_DATA);
}

BOOL WINAPI SetFileInformationByHandle(HANDLE file, FILE_INFO_BY_HANDLE_CLASS class, LPVOID data,
                                       DWORD length)
{
    if (class == FileEndOfFileInfo && may_not_write(file)) {
        SetLastError(ERROR_ACCESS_DENIED);
        return FALSE;
    }
    BOOL(WINAPI *real)(HANDLE, FILE_INFO_BY_HANDLE_CLASS, LPVOID, DWORD) =
        behind("kernel32", "SetFileInformationByHandle");
    return real(file, class, data, length);
}

// Whether another handle has locked a file. Rust's library locks the whole of it, so its first
// byte will do. Wine grants a shared lock in spite of an exclusive one of the same handle.
static BOOL locked_by_another(HANDLE file)
{
    if (GetFileType(file) != FILE_TYPE_DISK)
        return FALSE;
    DWORD error = GetLastError();
    OVERLAPPED start = {0};
    BOOL free = LockFileEx(file, LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &start);
    BOOL locked = !free && GetLastError() == ERROR_LOCK_VIOLATION;
    if (free)
        UnlockFileEx(file, 0, 1, 0, &start);
    SetLastError(error);
    return locked;
}

typedef NTSTATUS NTAPI transfer(HANDLE, HANDLE, PIO_APC_ROUTINE, PVOID, PIO_STATUS_BLOCK, PVOID,
                                ULONG, PLARGE_INTEGER, PULONG);

#define TRANSFER(NAME)                                                                             \
    NTSTATUS NTAPI NAME(HANDLE file, HANDLE event, PIO_APC_ROUTINE routine, PVOID context,        \
                        PIO_STATUS_BLOCK status, PVOID buffer, ULONG length,                      \
                        PLARGE_INTEGER offset, PULONG key)                                        \
    {                                                                                              \
        if (locked_by_another(file)) {                                                             \
            status->Status = STATUS_FILE_LOCK_CONFLICT;                                            \
            status->Information = 0;                                                               \
            return STATUS_FILE_LOCK_CONFLICT;                                                      \
        }                                                                                          \
        transfer *real = behind("ntdll", #NAME);                                                   \
        return real(file, event, routine, context, status, buffer, length, offset, key);           \
    }                                                                                              \
    transfer *__imp_##NAME = NAME;

TRANSFER(NtReadFile)
TRANSFER(NtWriteFile)

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    // By this name advapi32 has RtlGenRandom.
    BOOLEAN(WINAPI *random)(PVOID, ULONG) = behind("advapi32", "SystemFunction036");
    return random(data, (ULONG)length);
}

void *__imp_SetFileInformationByHandle = SetFileInformationByHandle;
void *__imp_ProcessPrng = ProcessPrng;
