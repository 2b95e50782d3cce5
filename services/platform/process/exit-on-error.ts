/** On an error prints its message without a stack and exits with `code`: for mistakes that the operator can fix. */
export async function exitOnError<T>(read: () => T | Promise<T>, code = 1): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const { message, code: said } = error as NodeJS.ErrnoException
    process.stderr.write(`${message || said || 'unknown'}\n`)
    process.exit(code)
  }
}
