import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { harvestOf, PURPOSE } from '../../support/flows/help.ts'

/** `Expect: 100-continue`, also of a request that is sent before the one ahead of it on its connection is answered. */

// A refusal is kept back so long, and whatever comes behind it.
const a = await makeAppliance({ refusalMs: '100' })
const farmer = await a.party('person', 'Grace')
const port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const auth = () => `Authorization: Bearer ${farmer.token}`
const refused = () => lines(`GET /v1/records/${uuidv7()}?purpose=${PURPOSE} HTTP/1.1`, 'Host: x', auth())

interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** Sends all at once on one connection. @returns what came, interim answers too, cut as RFC 9112 says */
function exchanged(sent: string): Promise<Answer[]> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(sent))
    socket.on('data', (piece) => pieces.push(piece))
    socket.on('close', () => resolve(cut(Buffer.concat(pieces))))
  })
}

function cut(bytes: Buffer): Answer[] {
  const answers: Answer[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const headEnd = rest.indexOf('\r\n\r\n') + 4
    const head = rest.toString('latin1', 0, headEnd)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    answers.push({ status: Number(head.slice(9, 12)), body: rest.subarray(headEnd, headEnd + length) })
    rest = rest.subarray(headEnd + length)
  }
  return answers
}

test('behind another answer it stands before the head, never between head and body', async () => {
  const asked = lines(
    'GET /docs HTTP/1.1',
    'Host: 127.0.0.1',
    'Accept-Encoding: gzip',
    'Expect: 100-continue',
    'Connection: close',
  )
  const answers = await exchanged(refused() + asked)
  expect(answers.filter(({ status }) => status !== 100).map(({ status }) => status)).toEqual([404, 200])
  expect(gunzipSync(answers.at(-1)?.body as Buffer).toString()).toContain('<!doctype html>')
})

test('whoever waits for it before its body goes out gets it, alone on its connection or behind another', async () => {
  for (const ahead of ['', refused()]) {
    const body = JSON.stringify({
      id: uuidv7(),
      type: 'harvest',
      occurred_at: new Date(a.clock.nowMs).toISOString(),
      lawful_basis: 'contract_performance',
      ...harvestOf(farmer),
    })
    const head = lines(
      'POST /v1/records HTTP/1.1',
      'Host: x',
      auth(),
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      'Connection: close',
    )
    const statuses = await new Promise<number[]>((resolve) => {
      let text = ''
      const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(ahead + head))
      socket.on('data', (piece) => {
        const hadIt = text.includes(' 100 ')
        text += piece.toString('latin1')
        if (!hadIt && text.includes(' 100 ')) socket.write(body)
      })
      socket.on('close', () =>
        resolve([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code))),
      )
    })
    expect(statuses).toEqual([...(ahead === '' ? [] : [404]), 100, 201])
  }
})
