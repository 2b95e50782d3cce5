/** Malformed multipart forms, written byte by byte, because client libraries would correct them. */
export type OddForm = { what: string; type: string; body: Buffer<ArrayBuffer> }

const BOUNDARY = 'x-boundary-x'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const END = Buffer.from(`--${BOUNDARY}--\r\n`)

/** `disposition`: text after `form-data`. */
const part = (disposition: string, content: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ])
const filePart = (name: string, content: string | Uint8Array, filename = '"picture.png"') =>
  part(`name="${name}"; filename=${filename}`, content)

export const formOf = (fields: Record<string, unknown>, ...parts: Buffer[]) =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, String(value))),
    ...parts,
    END,
  ])

/**
 * `fields`: texts beside the file. `picture`: an acceptable one. `tooManyBytes`: one above the limit. `mark`: must not
 * occur in any response.
 */
export function oddForms({
  file,
  fields,
  picture,
  tooManyBytes,
  mark,
}: {
  file: string
  fields: Record<string, unknown>
  picture: Buffer
  tooManyBytes: number
  mark: string
}): OddForm[] {
  const one = (what: string, body: Buffer<ArrayBuffer>, type = FORM_TYPE): OddForm => ({ what, type, body })
  const whole = formOf(fields, filePart(file, picture))
  const filenames = [
    '',
    '""',
    `"../../${mark}"`,
    `"C:\\${mark}.png"`,
    `"${mark}\0.png"`,
    `"${mark}\u202e.png"`,
    `"${mark}.${'x'.repeat(5_000)}"`,
    `"<script>${mark}</script>"`,
    `"a.png"; filename*=UTF-8''%00${mark}`,
    `"a.png"\r\nx-mark: ${mark}`,
    `"${mark}`,
  ]
  const names = [mark, '', '__proto__', 'constructor', `${file}[]`, `${file}.0`, file.toUpperCase()]
  return [
    one('nothing at all', Buffer.alloc(0)),
    one('no part', END),
    one('fields without the file', formOf(fields)),
    one('two files', formOf(fields, filePart(file, picture), filePart(file, picture))),
    one('two files of different names', formOf(fields, filePart(mark, picture), filePart(file, picture))),
    one('a file of 0 bytes', formOf(fields, filePart(file, ''))),
    one('a file that is a byte too large', formOf(fields, filePart(file, Buffer.alloc(tooManyBytes, picture)))),
    one('a file that is none', formOf(fields, part(`name="${file}"`, mark))),
    one('a text for a picture', formOf(fields, filePart(file, mark))),
    one('half of a picture', formOf(fields, filePart(file, picture.subarray(0, picture.length / 2)))),
    one(
      'a picture that says it is larger than any',
      formOf(
        fields,
        filePart(
          file,
          Buffer.concat([picture.subarray(0, 16), Buffer.from('7fffffff7fffffff', 'hex'), picture.subarray(24)]),
        ),
      ),
    ),
    one('breaks off in the file', whole.subarray(0, whole.length - END.length - 10)),
    one('breaks off before its end', whole.subarray(0, whole.length - END.length)),
    one('breaks off in the head of a part', whole.subarray(0, 30)),
    one('a part without a head', formOf(fields, Buffer.from(`--${BOUNDARY}\r\n\r\n${mark}\r\n`))),
    one(
      'a hundred fields',
      formOf(
        Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${mark}${index}`, mark])),
        filePart(file, picture),
      ),
    ),
    one('a field of 100,000 bytes', formOf({ [mark]: mark.padEnd(100_000) }, filePart(file, picture))),
    one(
      'a field twice',
      formOf(fields, part('name="description"', mark), part('name="description"', mark), filePart(file, picture)),
    ),
    one(
      'a field that is JSON',
      formOf(
        fields,
        Buffer.from(
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="description"\r\ncontent-type: application/json\r\n\r\n{"${mark}":1}\r\n`,
        ),
        filePart(file, picture),
      ),
    ),
    one(
      'a field of no UTF-8',
      formOf(fields, part('name="description"', Buffer.from([0xb2, 0xd5, 0xe9])), filePart(file, picture)),
    ),
    one('no boundary', whole, 'multipart/form-data'),
    one('an empty boundary', whole, 'multipart/form-data; boundary='),
    one('another boundary', whole, 'multipart/form-data; boundary=another'),
    one('a boundary that is too long', whole, `multipart/form-data; boundary=${'x'.repeat(300)}`),
    one('no form', whole, 'application/octet-stream'),
    one('another kind of form', whole, FORM_TYPE.replace('form-data', 'mixed')),
    one('JSON', Buffer.from(JSON.stringify({ ...fields, [file]: mark })), 'application/json'),
    ...filenames.map((filename) => one(`filename=${filename}`, formOf(fields, filePart(file, picture, filename)))),
    ...names.map((name) => one(`name=${name}`, formOf(fields, filePart(name, picture)))),
    ...names.map((name) => one(`a field ${name}`, formOf({ ...fields, [name]: mark }, filePart(file, picture)))),
  ]
}
