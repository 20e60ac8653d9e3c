/**
 * Does `work`, which writes to `path`. Node's errors of a write, as on a full disk, name no file: theirs then do.
 * @throws what `work` throws
 */
export async function atFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { syscall, path: named } = error as NodeJS.ErrnoException
    throw syscall && !named ? Object.assign(error as Error, { path }) : error
  }
}
