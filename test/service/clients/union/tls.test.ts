import { X509Certificate } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connected, plainFingerprint } from '../../../../src/appliance/feeds/post.ts'
import { FeedSender } from '../../../../src/appliance/feeds/sender.ts'
import { makeServerPair } from '../../../../src/appliance/tls/make.ts'
import { inboxServer } from '../../../../src/clients/union/inbox.ts'
import { opened } from '../../../../src/clients/union/store.ts'
import { certificateFiles, house } from '../../../support/appliance/tls/help.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import { Office, PURPOSE } from '../../../support/clients/union-office.ts'
import { newStore } from '../../../support/clients/union-stores.ts'
import { cli, json, temporaryFolder } from '../../../support/command.ts'
import { appended, granted, harvestOf } from '../../../support/flows/help.ts'
import { listening } from '../../../support/listening.ts'

/** Certificates: nothing is read from, and no token shown to, whoever shows another one. */

let files: { readonly cert: string; readonly key: string; readonly fingerprint: string }
beforeAll(() => {
  const { certificate: cert, key } = certificateFiles()
  files = { cert, key, fingerprint: new X509Certificate(readFileSync(cert)).fingerprint256 }
})

test('a source is read where the certificate is the one that was chosen', async () => {
  const office = await Office.open({ tlsCert: files.cert, tlsKey: files.key })
  onTestFinished(() => office.service.stop())
  const store = await newStore('sqlite')
  const union = (...words: string[]) => json(`union ${words[0]}`, ...words.slice(1), '--store', store)
  await union('init')
  const from = ['--url', office.url, '--token-file', office.tokenFile, '--purpose', PURPOSE]
  await union('add --name right', ...from, '--fingerprint', files.fingerprint)
  await union('add --name other', ...from, '--fingerprint', 'ab'.repeat(32))
  await union('add --name public', ...from)
  const { code, sources } = await union('serve --once')
  expect([code, sources]).toEqual([
    3,
    [
      { name: 'other', fault: 'fingerprint' },
      { name: 'public', fault: expect.stringMatching(/^unreached \w*(SELF_SIGNED|UNABLE_TO_VERIFY)/) },
      { name: 'right' },
    ],
  ])
})

test('a source with an authority of its own is read by the fingerprint that it shows, after a renewal too', async () => {
  const office = await Office.open()
  onTestFinished(() => office.service.stop())
  expect(await office.did('tls init --name localhost')).toMatchObject({ code: 0 })
  await office.restart()
  const { authority_fingerprint_sha256: pin, certificate_fingerprint_sha256: own } =
    await office.did('tls status')
  expect(own).toBe(null)
  const store = await newStore('sqlite')
  const union = (...words: string[]) => json(`union ${words[0]}`, ...words.slice(1), '--store', store)
  await union('init')
  const from = ['--token-file', office.tokenFile, '--purpose', PURPOSE, '--fingerprint', pin]
  await union('add --name right --url', office.url, ...from)
  await union('add --name named --url', office.url.replace('127.0.0.1', 'localhost'), ...from)
  const read = [{ name: 'named' }, { name: 'right' }]
  expect(await union('serve --once')).toMatchObject({ code: 0, sources: read })
  rmSync(join(office.data, 'tls', 'server.key'))
  await office.restart()
  expect(await union('serve --once')).toMatchObject({ code: 0, sources: read })
})

test('who only shows the right authority, or has its certificate for another host, gets no token', async () => {
  const { tls } = (await house()).kernel
  const { authority } = tls.found([], { replace: false, forgetNames: false, clockIsRight: false })
  const { certificate, issuer, key } = authority
  const another = makeServerPair({ key, certificate: issuer.raw }, ['192.168.7.5'], authority)
  const fingerprint = plainFingerprint(certificate.fingerprint256)
  const tokens: unknown[] = []
  for (const [shown, code] of [
    [
      { certificate: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') },
      /UNABLE_TO_VERIFY/,
    ],
    [another, /ERR_TLS_CERT_ALTNAME_INVALID/],
  ] as const) {
    const cert = `${shown.certificate}${issuer}${certificate}`
    const server = createServer({ cert, key: shown.key }, ({ headers }) => tokens.push(headers.authorization))
    const url = (await listening(server)).replace('http:', 'https:')
    onTestFinished(() => void server.close())
    const meets = connected({ url, fingerprint }, new AbortController().signal)
    await expect(meets).rejects.toMatchObject({ code: expect.stringMatching(code) })
  }
  expect(tokens).toEqual([])
})

test('an office sends to an inbox with a certificate; without one an inbox is for this machine alone', async () => {
  const store = await newStore('sqlite')
  await json('union init --store', store)
  for (const listen of ['0.0.0.0:0', 'nowhere', '192.0.2.7:80'])
    expect((await cli('union serve --store', store, '--listen', listen)).code, listen).toBe(2)
  const { token } = await json('union add --name kahawa --sent --store', store)
  const engine = await opened(store, false)
  const a = await makeAppliance()
  onTestFinished(async () => {
    await engine.close()
    await a.close()
  })
  const server = inboxServer({
    ...{ engine, log: () => {}, clock: () => ({ nowMs: a.clock.nowMs }) },
    tls: { cert: readFileSync(files.cert), key: readFileSync(files.key) },
  })
  const to = `${(await listening(server)).replace('http:', 'https:')}/v1/inbox`
  onTestFinished(() => void server.close())
  const [grace, bank] = [await a.party('person', 'Grace'), await a.party('institution', 'Union')]
  const { id } = await appended(grace, 'harvest', harvestOf(grace))
  await granted(a, grace, bank, ['harvest'], PURPOSE)
  const tokenFile = join(temporaryFolder(), 'token')
  writeFileSync(tokenFile, token, { mode: 0o600 })
  const send = { party: bank.id, purpose: PURPOSE, to, tokenFile, fingerprint: files.fingerprint }
  await a.tasks.run('feed.send', 'test', send)
  await new FeedSender(a.kernel, { error: () => {} }).round()
  const rows = await engine.all("SELECT id FROM record WHERE source = $1 AND type = 'harvest'", ['kahawa'])
  expect(rows).toEqual([{ id }])
})
