import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/command.ts'
import { openOffice, reopened, staffOf, sureIn, Visitor } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** Pictures of signed papers: kept at the page, shown to those who may read what names them, and in the backups. */

const fixture = (name: string) =>
  readFileSync(new URL(`../../support/evidence/pictures/fixtures/${name}`, import.meta.url))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const CAMERA = fixture('camera.jpg')
const SCAN = fixture('scan.png')
const MOST = 512 * 1024

let office = await openOffice({ maxUploadBytes: String(MOST) })
const { clerk, auditor, manager } = await staffOf(office)
const grace: string = await office.party('person', 'Akello Grace', '7')
const lender: string = await office.party('institution', 'Hills Sacco', 'S1')
const stranger: string = await office.party('person', 'Busulwa Ben', '8')
afterAll(() => office.service.stop())

async function sent(visitor: Visitor, bytes: Uint8Array | null, token?: string) {
  const form = new FormData()
  form.set('form_token', token ?? (await visitor.formToken()))
  if (bytes !== null)
    form.set('picture', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'paper.jpg')
  return visitor.send('/pictures', form)
}
const hashIn = ({ text }: { readonly text: string }) =>
  /id="kept" data-sha256="([0-9a-f]{64})"/.exec(text)?.[1]
const uploads = async (): Promise<{ outcome: string; staff?: string }[]> =>
  (await office.did('audit', '--limit', '500')).entries.filter(
    ({ action }: { action: string }) => action === 'evidence',
  )
const tokenOf = async (party: string, kind = 'party') =>
  (await office.did('credential', 'issue', '--party', party, '--kind', kind, '--expires', '2099-01-01')).token
const asked = (path: string, token: string) =>
  fetch(`${office.url}${path}`, { headers: { authorization: `Bearer ${token}` } })

describe('a picture that is sent', () => {
  test('is kept once, whoever sends it, without place and device; the audit log names the person', async () => {
    const page = await sent(clerk, CAMERA)
    expect([page.status, hashIn(page)]).toEqual([200, sha256(CAMERA)])
    expect(page.text).toContain('The picture is kept.')
    expect(hashIn(await sent(manager, CAMERA))).toBe(sha256(CAMERA))
    const noted = await uploads()
    expect(noted).toHaveLength(1)
    expect(noted[0]).toMatchObject({ outcome: 'done' })
    expect(JSON.stringify(noted[0])).toContain('The clerk')
  })

  test.each([
    [
      'no picture',
      Buffer.from('%PDF-1.7 says that it is a photograph'),
      /not a picture that this service accepts/,
    ],
    ['cut short', CAMERA.subarray(0, CAMERA.length / 2), /not a picture that this service accepts/],
    ['empty', Buffer.alloc(0), /not a picture that this service accepts/],
    ['none', null, /not a picture that this service accepts/],
  ])('and is %s is refused in words, and nothing is kept', async (_what, bytes, said) => {
    const before = (await uploads()).filter(({ outcome }) => outcome === 'done').length
    const page = await sent(clerk, bytes)
    expect(page.status).toBe(422)
    expect(page.text).toMatch(said)
    expect(hashIn(page)).toBeUndefined()
    expect((await uploads()).filter(({ outcome }) => outcome === 'done')).toHaveLength(before)
  })

  test('and is too large is refused by its length, or while it arrives', async () => {
    const page = await sent(clerk, Buffer.concat([CAMERA, Buffer.alloc(2 * MOST)]))
    expect(page.status).toBe(413)
    expect(page.text).toContain('The picture has more than 0.5 MB')
    const almost = await sent(clerk, Buffer.concat([CAMERA, Buffer.alloc(MOST + 1 - CAMERA.length)]))
    expect(almost.status).toBe(422)
  })

  test('and is cut off in the middle leaves nothing', async () => {
    const before = (await uploads()).length
    const { hostname, port } = new URL(office.url)
    const head =
      `--b\r\ncontent-disposition: form-data; name="form_token"\r\n\r\n${await clerk.formToken()}\r\n` +
      '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /pictures HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${clerk.cookie}\r\nsec-fetch-site: same-origin\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${head.length + SCAN.length + 7}\r\n\r\n${head}`,
    )
    await new Promise((done) => socket.write(SCAN.subarray(0, SCAN.length / 2), done))
    socket.destroy()
    await soon(async () => expect((await clerk.get('/today')).status).toBe(200))
    expect(await uploads()).toHaveLength(before)
    expect(hashIn(await sent(clerk, SCAN))).toBe(sha256(SCAN))
  })

  test('by somebody who may not write, or with a token of another, is refused', async () => {
    expect((await sent(auditor, CAMERA)).status).toBe(403)
    expect((await sent(clerk, CAMERA, 'another')).status).toBe(403)
  })
})

describe('the signed paper of a consent', () => {
  let grant: string
  const page = () => `/consent/${grace}/receipt/${grant}`

  beforeAll(async () => {
    grant = (
      await office.did(
        'grant record --subject 7 --grantee S1 --purpose credit_assessment --types delivery',
        `--expires 2099-06-30 --channel written --evidence ${sha256(CAMERA)}`,
      )
    ).id
  })

  test('is shown on its page to the staff, and each look is in the audit log', async () => {
    for (const visitor of [clerk, auditor, manager]) {
      expect((await visitor.get(page())).text).toContain(`href="${page()}/paper"`)
      const { status, headers } = await visitor.get(`${page()}/paper`)
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/jpeg',
        'no-store',
      ])
    }
    const { entries } = await office.did('audit', '--limit', '500')
    expect(entries.filter(({ action }: { action: string }) => action === 'grant.paper')).toHaveLength(3)
  })

  test('by the API to nobody: one sheet may have the names of several members', async () => {
    const path = `/v1/evidence/${sha256(CAMERA)}?purpose=credit_assessment`
    for (const party of [grace, lender, stranger]) {
      expect((await asked(path, await tokenOf(party))).status).toBe(404)
      expect((await asked(path, await tokenOf(party, 'reader'))).status).toBe(404)
    }
    expect((await fetch(office.url + path)).status).toBe(401)
  })

  test('is none of a picture that is not here, or that somebody else has sent', async () => {
    const { id } = await office.did(
      'grant record --subject 8 --grantee S1 --purpose credit_assessment --types delivery',
      `--expires 2099-06-30 --channel written --evidence ${'ab'.repeat(32)}`,
    )
    const other = `/consent/${stranger}/receipt/${id}`
    expect((await clerk.get(other)).text).not.toContain(`${other}/paper`)
    expect((await clerk.get(`${other}/paper`)).status).toBe(404)
    expect((await clerk.get(`/consent/${grace}/receipt/${grace}/paper`)).status).toBe(404)
    // No record cites it.
    expect((await clerk.get(`/pictures/${sha256(CAMERA)}`)).status).toBe(404)
  })
})

test('a record that a member signed shows its picture to whom the office shows the record', async () => {
  const { id } = await office.append('delivery', {
    ...{ from_party: grace, to_party: office.coop.cooperative, crop: 'maize_grain' },
    quantity: { value: 90, unit: 'kg' },
  })
  await sent(clerk, SCAN)
  const path = `/records/${id}/confirmation`
  const form = { signed_by: grace, channel: 'written', occurred_at: 'yesterday', evidence: sha256(SCAN) }
  const preview = await clerk.answer(path, await clerk.get(`/records/${id}`), form)
  await clerk.answer(path, preview, { sure: sureIn(preview) })
  const [confirmation] = (await office.did('record', 'list', 'delivery_confirmation')).records
  expect((await auditor.get(`/records/${confirmation.id}`)).text).toContain(
    `href="/pictures/${sha256(SCAN)}"`,
  )
  const picture = await auditor.get(`/pictures/${sha256(SCAN)}`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('pictures are in a backup, and the store is whole', async () => {
  await office.did('backup', 'key')
  const made = await office.did('backup', 'create', '--to', `file:${join(temporaryFolder(), 'backups')}`)
  expect(made.evidence).toBe(2)
  expect((await office.said('verify')).code).toBe(0)
})

test('on a full disk it is refused in words', async () => {
  office = await reopened(office, { minFreeBytes: '1000000000000000000' })
  const again = new Visitor(office.url)
  await again.signIn('The clerk')
  const page = await sent(again, fixture('progressive.jpg'))
  expect(page.status).toBe(422)
  expect(page.text).toContain('The disk is full; nothing was written')
})
