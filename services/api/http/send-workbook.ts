import type { FastifyReply } from 'fastify'

/** Here and not where workbooks are written: that is loaded by the thread of the documents alone. */
export const WORKBOOK_MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook to be saved under this name, without its ending; kept by no cache but the person's own. */
export const sendWorkbook = (reply: FastifyReply, name: string, file: Buffer): FastifyReply =>
  reply
    .type(WORKBOOK_MEDIA)
    .header('content-disposition', `attachment; filename="${name}.xlsx"`)
    .header('cache-control', 'private, no-store')
    .send(file)
