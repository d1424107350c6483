import { createHash, randomUUID, X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { uuidv7 } from 'uuidv7'
import { check } from './transcript.ts'

/** A phone somewhere else on the network: it knows what the picture told it, and believes nothing more. */

const ANSWERS_WITHIN_MS = 15_000

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: documents are whatever the service says; checks are made on them
  readonly body: any
}

export class Phone {
  readonly #code: string
  readonly #pin: string
  /** Every record that it was told is on the disk. */
  readonly acknowledged: string[] = []
  #url: URL
  #authority = ''
  #token = ''
  cursor = ''

  /** @param uri as it stands in the picture that was scanned */
  constructor(uri: string) {
    const picture = new URLSearchParams(uri.replace(/^granary:enrol\?/, ''))
    check(picture.get('of') === 'authority', `the picture names no authority: ${uri}`)
    this.#url = new URL(picture.get('url') as string)
    this.#code = picture.get('code') as string
    this.#pin = (picture.get('sha256') as string).toLowerCase().replaceAll(':', '')
  }

  /** Finds the authority in the handshake, by its hash alone (docs/api.md). */
  async findAuthority(): Promise<void> {
    this.#authority = await new Promise<string>((resolve, reject) => {
      const socket = connect(
        { host: this.#url.hostname, port: Number(this.#url.port), rejectUnauthorized: false },
        () => {
          const found = chainOf(socket.getPeerCertificate(true)).find((der) => sha256(der) === this.#pin)
          socket.destroy()
          if (found) resolve(new X509Certificate(found).toString())
          else reject(new Error('the authority of the picture does not stand in the handshake'))
        },
      )
      socket.once('error', reject)
    })
  }

  /** The service stands elsewhere now; what the phone trusts stays. */
  goTo(address: string): void {
    this.#url = new URL(`https://${address}:${this.#url.port}`)
  }

  async enrol(): Promise<string> {
    const { status, body } = await this.ask(
      'POST',
      '/v1/devices',
      { id: uuidv7(), name: 'Phone' },
      this.#code,
    )
    check(status === 201, `enrolling was answered with ${status}: ${JSON.stringify(body)}`)
    this.#token = body.token
    return body.party
  }

  /** @returns true when the service says that it is on the disk */
  async harvest(producer: string): Promise<boolean> {
    const id = uuidv7()
    const { status } = await this.ask('POST', '/v1/records', draft(id, producer))
    if (status === 201) this.acknowledged.push(id)
    return status === 201
  }

  /** Sends all that it still holds again, and notes what is new. @returns how many were taken anew */
  async sync(producer: string, fresh: number): Promise<{ readonly answer: Answer; readonly taken: number }> {
    const made = Array.from({ length: fresh }, () => draft(uuidv7(), producer))
    const held = this.acknowledged.map((id) => draft(id, producer))
    const answer = await this.ask('POST', '/v1/sync/outbox', { records: [...held, ...made] })
    if (answer.status !== 200) return { answer, taken: 0 }
    const results = answer.body.results as readonly { readonly status: string }[]
    check(
      results.every(({ status }) => status === 'accepted' || status === 'replayed'),
      `the outbox was not taken: ${JSON.stringify(results.slice(0, 3))}`,
    )
    this.acknowledged.push(...made.map(({ id }) => id))
    return { answer, taken: results.filter(({ status }) => status === 'accepted').length }
  }

  /** @throws {Error} when a record that was acknowledged cannot be read */
  async readAll(): Promise<number> {
    for (const id of this.acknowledged) {
      const { status } = await this.ask('GET', `/v1/records/${id}?purpose=credit_assessment`)
      check(
        status === 200,
        `of ${this.acknowledged.length} acknowledged records, ${id} is not there: ${status}`,
      )
    }
    return this.acknowledged.length
  }

  ask(method: string, path: string, body?: object, token: string = this.#token): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request(
        new URL(path, this.#url),
        {
          method,
          ca: this.#authority,
          agent: false,
          timeout: ANSWERS_WITHIN_MS,
          headers: {
            authorization: `Bearer ${token}`,
            'x-correlation-id': randomUUID(),
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (more: string) => {
            text += more
          })
          answer.once('error', reject)
          answer.once('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) }),
          )
        },
      )
      asked.once('timeout', () => asked.destroy(new Error('no answer')))
      asked.once('error', reject)
      asked.end(body ? JSON.stringify(body) : undefined)
    })
  }

  /** Whether it is answered at all. */
  async isServed(): Promise<boolean> {
    try {
      return (await this.ask('GET', '/v1/health')).status === 200
    } catch {
      return false
    }
  }
}

/** The same id gives the same record, so that it can be sent again. */
function draft(id: string, producer: string) {
  const at = new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()
  return {
    id,
    type: 'harvest',
    occurred_at: at,
    recorded_at: at,
    lawful_basis: 'consent',
    producer,
    crop: 'coffee_arabica_fresh_cherry',
    quantity: { value: 95, unit: 'kg' },
  }
}

/** The server's certificate first; the last one is its own issuer. */
function chainOf(certificate: DetailedPeerCertificate): Buffer[] {
  const above = certificate.issuerCertificate
  return [certificate.raw, ...(above && above !== certificate ? chainOf(above) : [])]
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
