/**
 * What `read` gives. Where it throws, what is wrong is told in its own words and without a stack, and the process ends with `code`: for what whoever
 * starts a process can set right.
 */
export async function orEnd<T>(read: () => T | Promise<T>, code = 1): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { message, code: said } = error as NodeJS.ErrnoException
    process.stderr.write(`${message || said || 'unknown'}\n`)
    process.exit(code)
  }
}
