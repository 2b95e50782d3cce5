import type { FastifyReply } from 'fastify'

/** Defined here because only the document thread loads the workbook writer. */
export const WORKBOOK_MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Sends a workbook as a download. `name`: file name without its ending. Never cached (`no-store`). */
export const sendWorkbook = (reply: FastifyReply, name: string, file: Buffer): FastifyReply =>
  reply
    .type(WORKBOOK_MEDIA)
    .header('content-disposition', `attachment; filename="${name}.xlsx"`)
    .header('cache-control', 'private, no-store')
    .send(file)
