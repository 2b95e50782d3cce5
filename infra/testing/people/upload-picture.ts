import sharp from 'sharp'

export const drawPicture = (width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a01030' } })
    .png()
    .toBuffer()

/** As a browser's form sends it. `businessId`: in the path; the session is the cookie's. */
export async function uploadPicture(
  { at, cookie, businessId }: { at: string; cookie: string; businessId: number },
  bytes: Uint8Array,
  { call, field, name = 'picture.png' }: { call: string; field: string; name?: string },
) {
  const body = new FormData()
  body.append(field, new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${at}/api/business-profile/${businessId}/${call}`, {
    method: 'POST',
    headers: { cookie },
    body,
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { logoUrl: string; coverUrl: string; pictureUrl: string; message?: string },
  }
}
