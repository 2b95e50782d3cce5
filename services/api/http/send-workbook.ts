import type { FastifyReply } from 'fastify'

/** Here, because only the document thread loads the workbook writer. */
export const WORKBOOK_MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `name`: without its ending. Never cached. */
export const sendWorkbook = (reply: FastifyReply, name: string, file: Buffer): FastifyReply =>
  reply
    .type(WORKBOOK_MEDIA)
    .header('content-disposition', `attachment; filename="${name}.xlsx"`)
    .header('cache-control', 'private, no-store')
    .send(file)
