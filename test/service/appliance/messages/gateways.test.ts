import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Gateway, withoutNumbers } from '../../../../src/appliance/messages/gateway.ts'
import { gatewayOf, gatewayOrFault } from '../../../../src/appliance/messages/settings.ts'
import { SHIPPED, SHIPPED_NAMES, type ShippedName } from '../../../../src/appliance/messages/shipped.ts'
import { OperatorFault } from '../../../../src/words/fault.ts'

/** Each settings file that ships, against a stand-in that answers as the documents say that the file names. */

const TO = '+256700111222'
const TEXT = 'Bugisu: mzigo & "malipo" é.'
const SECRET = 'TOP-SECRET'
const never = new AbortController().signal

interface Heard {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Answer = (heard: Heard) => { readonly status: number; readonly body: unknown }

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'granary-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function standIn(answer: Answer): Promise<{ readonly base: string; readonly heard: Heard[] }> {
  const heard: Heard[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const piece of request) body += piece
    const url = new URL(request.url ?? '', 'http://x')
    const one = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    }
    heard.push(one)
    const { status, body: reply } = answer(one)
    response.writeHead(status).end(typeof reply === 'string' ? reply : JSON.stringify(reply))
  }
  return { base: await listening((request, response) => void serve(request, response)), heard }
}

/** @returns its address */
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The gateway of a shipped file, with another address and a secret. */
function gatewayBy(name: ShippedName, base: string): Gateway {
  const path = folder()
  const secret = join(path, 'secret')
  writeFileSync(secret, `${SECRET}\n`)
  const text = JSON.stringify(SHIPPED[name]).replaceAll(
    /https?:\/\/[^/"]+(?=\/(version1|sms|cgi-bin|message)[/"?])/g,
    base,
  )
  const file = join(path, 'messages.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(text), secret_file: secret }))
  return gatewayOf(file)
}

const message = { to: TO, text: TEXT }

describe('Africa’s Talking', () => {
  const recipient = (statusCode: number | string, status: string) => ({
    status: 201,
    body: {
      SMSMessageData: {
        Message: 'Sent to 1/1 Total Cost: KES 0.8000',
        Recipients: [{ statusCode, number: TO, status, cost: 'KES 0.8000', messageId: 'ATXid_1' }],
      },
    },
  })
  test.each([
    [recipient(101, 'Success'), { state: 'sent', reference: 'ATXid_1' }],
    [recipient(102, 'Queued'), { state: 'sent' }],
    [recipient(403, 'InvalidPhoneNumber'), { state: 'failed', again: false, code: '403' }],
    [recipient(406, 'UserInBlacklist'), { state: 'failed', again: false }],
    [recipient(405, 'InsufficientBalance'), { state: 'failed', pauses: true, words: 'InsufficientBalance' }],
    [recipient(500, 'InternalServerError'), { state: 'failed', again: true }],
    [
      { status: 201, body: { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } } },
      { state: 'failed', pauses: true },
    ],
    [
      { status: 401, body: 'The supplied authentication is invalid' },
      { state: 'failed', pauses: true, code: '401' },
    ],
    [{ status: 201, body: 'not JSON' }, { state: 'unknown' }],
    [recipient('constructor', ''), { state: 'unknown', code: 'constructor' }],
    [{ status: 500, body: '' }, { state: 'unknown' }],
  ])('%j', async (answer, expected) => {
    const { base, heard } = await standIn(() => answer)
    expect(await gatewayBy('africas-talking', base).send(message, never)).toMatchObject(expected)
    const [one] = heard
    expect(one).toMatchObject({ method: 'POST', path: '/version1/messaging' })
    expect(one?.headers).toMatchObject({ apikey: SECRET, accept: 'application/json' })
    expect(Object.fromEntries(new URLSearchParams(one?.body))).toMatchObject({ to: TO, message: TEXT })
  })
})

describe('Infobip', () => {
  const reply = (groupName: string, name: string) => ({
    status: 200,
    body: {
      messages: [{ messageId: 'i-1', to: '256700111222', status: { groupName, name, description: 'said' } }],
    },
  })
  test.each([
    [reply('PENDING', 'PENDING_ACCEPTED'), { state: 'sent', reference: 'i-1' }],
    [reply('REJECTED', 'REJECTED_NOT_ENOUGH_CREDITS'), { state: 'failed', pauses: true }],
    [reply('REJECTED', 'REJECTED_DESTINATION'), { state: 'failed', again: false, words: 'said' }],
    [
      {
        status: 401,
        body: {
          requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login details' } },
        },
      },
      { state: 'failed', pauses: true },
    ],
    [
      { status: 429, body: '' },
      { state: 'failed', again: true },
    ],
  ])('%j', async (answer, expected) => {
    const { base, heard } = await standIn(() => answer)
    expect(await gatewayBy('infobip', base).send(message, never)).toMatchObject(expected)
    expect(heard[0]?.headers.authorization).toBe(`App ${SECRET}`)
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({
      messages: [{ destinations: [{ to: '256700111222' }], text: TEXT }],
    })
  })
  test.each([
    ['DELIVERED', 'delivered'],
    ['PENDING', 'sent'],
    ['EXPIRED', 'failed'],
    ['UNDELIVERABLE', 'failed'],
    ['SOMETHING_NEW', 'unknown'],
  ])('asked, it says %s: %s', async (groupName, state) => {
    const { base, heard } = await standIn(() => ({
      status: 200,
      body: { results: [{ status: { groupName } }] },
    }))
    expect(await gatewayBy('infobip', base).ask?.('i/1', never)).toMatchObject({ state })
    expect(heard[0]?.query.get('messageId')).toBe('i/1')
  })
})

describe('Kannel', () => {
  test.each([
    [202, '0: Accepted for delivery', { state: 'sent' }],
    [202, '3: Queued for later delivery', { state: 'sent' }],
    [403, 'Authorization failed for sendsms', { state: 'failed', pauses: true }],
    [404, 'Not routable. Do not try again.', { state: 'failed', again: false }],
    [503, '4: Temporal failure, try again later.', { state: 'failed', again: true }],
    [202, 'Something else', { state: 'unknown' }],
  ])('%i %s', async (status, body, expected) => {
    const { base, heard } = await standIn(() => ({ status, body }))
    expect(await gatewayBy('kannel', base).send(message, never)).toMatchObject(expected)
    expect(heard[0]).toMatchObject({ method: 'GET', path: '/cgi-bin/sendsms' })
    expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({ to: TO, text: TEXT, password: SECRET })
  })
})

describe('an Android phone', () => {
  test('takes a message, and says later what became of it', async () => {
    let state = 'Pending'
    const { base, heard } = await standIn(({ method }) => ({
      status: method === 'POST' ? 202 : 200,
      body: {
        id: 'a-1',
        state,
        recipients: [
          { phoneNumber: TO, state, error: state === 'Failed' ? 'RESULT_ERROR_NO_SERVICE' : null },
        ],
      },
    }))
    const gateway = gatewayBy('android-phone', base)
    expect(await gateway.send(message, never)).toEqual({ state: 'sent', reference: 'a-1' })
    expect(heard[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`sms:${SECRET}`).toString('base64')}`)
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({
      textMessage: { text: TEXT },
      phoneNumbers: [TO],
    })
    for (const [now, expected] of [
      ['Processed', 'sent'],
      ['Sent', 'sent'],
      ['Delivered', 'delivered'],
      ['Failed', 'failed'],
    ] as const) {
      state = now
      expect(await gateway.ask?.('a-1', never)).toMatchObject({ state: expected })
    }
    expect(heard.at(-1)?.path).toBe('/message/a-1')
  })
  test('asleep, was not reached: nothing was sent', async () => {
    const { base } = await standIn(() => ({ status: 200, body: '' }))
    const closed = base.replace(/\d+$/, '1')
    expect(await gatewayBy('android-phone', closed).send(message, never)).toMatchObject({
      state: 'unreached',
    })
    expect(await gatewayBy('android-phone', closed).ask?.('a-1', never)).toMatchObject({ state: 'unknown' })
  })
  test('that falls asleep in between may have sent it', async () => {
    const base = await listening((request) => void request.socket.destroy())
    expect(await gatewayBy('android-phone', base).send(message, never)).toMatchObject({ state: 'unknown' })
  })
})

test('a reply that asks for another protocol leaves the state unknown', async () => {
  const base = await listening(
    (_, response) => void response.writeHead(101, { connection: 'Upgrade', upgrade: 'x' }).end(),
  )
  const sent = await gatewayBy('android-phone', base).send(message, never)
  expect(sent).toMatchObject({ state: 'unknown', code: 'Error' })
})

describe('a program', () => {
  const by = (script: string) => {
    const path = folder()
    const program = join(path, 'send')
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o700 })
    const file = join(path, 'messages.json')
    writeFileSync(file, JSON.stringify({ kind: 'command', program, arguments: ['TEXT', '{to}'] }))
    return { gateway: gatewayOf(file), path, program }
  }
  test('gets the number and the text; what it prints, such as a file named after the number, is not kept', async () => {
    const { gateway, path } = by(
      'cat > "$(dirname "$0")/got"; echo "$2 $SMS_TO" >> "$(dirname "$0")/got"; echo "OUTC_$2.txt"',
    )
    expect(await gateway.send(message, never)).toEqual({ state: 'sent' })
    expect(readFileSync(join(path, 'got'), 'utf8')).toBe(`${TEXT}${TO} ${TO}\n`)
  })
  test.each([
    ['exit 75', { state: 'failed', again: true, code: 'exit_75' }],
    ['echo "no modem" >&2; exit 1', { state: 'failed', again: false, words: 'no modem\n' }],
    ['kill -9 $$', { state: 'unknown' }],
  ])('%s', async (script, expected) => {
    expect(await by(script).gateway.send(message, never)).toMatchObject(expected)
  })
  test('that is not there was not reached', async () => {
    const { gateway, program } = by('')
    rmSync(program)
    expect(await gateway.send(message, never)).toMatchObject({ state: 'unreached', code: 'ENOENT' })
  })
})

test('a sheet to read out, which its owner alone may read', async () => {
  const path = folder()
  const file = join(path, 'messages.json')
  writeFileSync(file, JSON.stringify({ kind: 'print', folder: path }))
  const gateway = gatewayOf(file)
  expect(await gateway.send(message, never)).toEqual({ state: 'sent' })
  await gateway.send(message, never)
  const [sheet = ''] = readdirSync(path).filter((name) => name.endsWith('.txt'))
  expect(readFileSync(join(path, sheet), 'utf8')).toBe(`${TO}\n${TEXT}\n\n`.repeat(2))
  expect(statSync(join(path, sheet)).mode & 0o777).toBe(0o600)
})

test('every file that ships can be read, and names its documents', () => {
  for (const name of SHIPPED_NAMES) {
    const path = folder()
    const file = join(path, 'messages.json')
    const { secret_file: _, ...settings } = { secret_file: '', ...SHIPPED[name] }
    writeFileSync(file, JSON.stringify(settings))
    expect(gatewayOf(file).kind).toBe(settings.kind)
    if (settings.kind !== 'print') expect(settings.documents?.[0]).toMatch(/^https:/)
  }
})

test('a file that says nothing is refused with its fault, and a secret is in no fault', () => {
  const path = folder()
  const file = join(path, 'messages.json')
  const reply = { pattern: '(?<state>', state: ['state'], states: {} }
  const malformed = JSON.stringify({ kind: 'http', send: { url: 'http://127.0.0.1', reply } })
  for (const text of ['', '{}', '{"kind":"http","send":{}}', '{"kind":"print"}', '[]', malformed]) {
    writeFileSync(file, text)
    expect(() => gatewayOf(file), text).toThrow()
  }
  expect(() => gatewayOf(join(path, 'none.json'))).toThrow()
  // A device has no end.
  for (const other of [path, '/dev/zero']) expect(gatewayOrFault(other)).toBeInstanceOf(OperatorFault)
  truncateSync(file, 2 ** 20)
  expect(gatewayOrFault(file)).toMatchObject({ what: { args: { code: 'E2BIG' } } })
})

test('what a gateway said is kept without numbers and text', () => {
  const words = withoutNumbers(`Invalid number ${TO} (0700 111 222) for "${TEXT}", balance 0.80`, {
    text: TEXT,
  })
  expect(words).toMatch(/^Invalid number …/)
  for (const told of ['256700', '0700', '222', 'Bugisu', 'malipo']) expect(words).not.toContain(told)
})
