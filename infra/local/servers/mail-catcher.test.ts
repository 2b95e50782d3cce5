import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linksIn, startMailCatcher, type CaughtMail } from './mail-catcher.ts'

describe('the mail catcher', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'hatik-mail-'))
  })
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('shows an Armenian mail unchanged, newest first, with its links', async () => {
    const catcher = await startMailCatcher({ dataDir })
    await send(
      catcher.smtpUrl,
      'ani@hatik.test',
      'Հաստատեք ձեր հասցեն',
      'Բարև, Անի։ http://localhost:3000/verify?token=a&b=1։',
    )
    await send(
      catcher.smtpUrl,
      'davit@hatik.test',
      'Second',
      'no link',
      '<p><a href="http://localhost:3000/x?a=1&amp;b=2">here</a></p>',
    )
    const mails = await inbox(catcher.httpUrl)
    expect(mails.map(({ to, subject, links }) => ({ to, subject, links }))).toEqual([
      { to: 'davit@hatik.test', subject: 'Second', links: ['http://localhost:3000/x?a=1&b=2'] },
      { to: 'ani@hatik.test', subject: 'Հաստատեք ձեր հասցեն', links: ['http://localhost:3000/verify?token=a&b=1'] },
    ])
    expect(mails[1]?.text).toContain('Բարև, Անի')
    await catcher.stop()
  })

  it('shows mails only under the secret address', async () => {
    const catcher = await startMailCatcher({ dataDir })
    await send(catcher.smtpUrl, 'ani@hatik.test', 'Reset your password', 'http://localhost:3000/reset-password?token=a')
    for (const path of ['/', '/mails.json', `${new URL(catcher.httpUrl).pathname.slice(0, -1)}`]) {
      const answer = await fetch(new URL(path, catcher.httpUrl))
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, ''])
    }
    expect(await inbox(catcher.httpUrl)).toHaveLength(1)
    await catcher.stop()
  })

  it('keeps the mails and its addresses across a restart', async () => {
    const before = await startMailCatcher({ dataDir })
    await send(before.smtpUrl, 'ani@hatik.test', 'Kept', 'text')
    await before.stop()
    const after = await startMailCatcher({ dataDir })
    expect([after.smtpUrl, after.httpUrl]).toEqual([before.smtpUrl, before.httpUrl])
    expect((await inbox(after.httpUrl)).map((mail) => mail.subject)).toEqual(['Kept'])
    await after.stop()
  })

  it('refuses a mail that it cannot store, and accepts it later', async () => {
    const catcher = await startMailCatcher({ dataDir })
    mkdirSync(join(dataDir, 'mails.json.new'))
    await expect(send(catcher.smtpUrl, 'ani@hatik.test', 'Later', 'text')).rejects.toThrow(/EISDIR/)
    expect(await inbox(catcher.httpUrl)).toEqual([])
    rmSync(join(dataDir, 'mails.json.new'), { recursive: true })
    await send(catcher.smtpUrl, 'ani@hatik.test', 'Later', 'text')
    expect((await inbox(catcher.httpUrl)).map((mail) => mail.subject)).toEqual(['Later'])
    await catcher.stop()
  })

  it('lists each link once, without trailing punctuation', () => {
    const html = '<a class="b" href="https://a.test/1">a</a>'
    expect(linksIn(html, 'See https://a.test/1. Or (https://b.test/2)!')).toEqual([
      'https://a.test/1',
      'https://b.test/2',
    ])
  })
})

async function send(smtpUrl: string, to: string, subject: string, text: string, html?: string): Promise<void> {
  const transport = nodemailer.createTransport(smtpUrl, { from: 'Hatik <noreply@hatik.test>' })
  await transport.sendMail({ to, subject, text, ...(html === undefined ? {} : { html }) })
  transport.close()
}

async function inbox(url: string): Promise<CaughtMail[]> {
  return (await (await fetch(url)).json()) as CaughtMail[]
}
