import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { DAY_MS } from '../../../src/domain/time.ts'
import { type Document, founded, json, served, temporaryFolder } from '../command.ts'

/** A real appliance of a cooperative, what its people write and open there, and what a union may read. */

export const PURPOSE = 'credit_assessment'

export interface Person {
  readonly id: string
  readonly token: string
}

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

export class Office {
  readonly data: string
  service: Awaited<ReturnType<typeof served>>
  reader!: Person
  tokenFile!: string

  private constructor(data: string, service: Awaited<ReturnType<typeof served>>) {
    this.data = data
    this.service = service
  }

  static async open(settings: Readonly<Record<string, unknown>> = {}): Promise<Office> {
    const { data } = await founded()
    const office = new Office(data, await served(data, settings))
    office.reader = await office.party('institution', 'Pretend Union', 'reader')
    office.tokenFile = join(temporaryFolder(), 'token')
    writeFileSync(office.tokenFile, office.reader.token)
    chmodSync(office.tokenFile, 0o600)
    return office
  }

  /** The command on its folder, with `--json`. */
  did(...words: string[]): Promise<Document> {
    return json(...words, '--data', this.data)
  }

  get url(): string {
    return this.service.url
  }

  async party(kind: string, name: string, credential = 'party'): Promise<Person> {
    const { party: id } = await this.did('party add --kind', kind, '--name', name)
    const { token } = await this.did('credential issue --party', id, '--kind', credential)
    return { id, token }
  }

  async post(by: Person, path: string, body: object): Promise<string> {
    const answer = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    expect([200, 201], text).toContain(answer.status)
    return JSON.parse(text).id
  }

  harvest(by: Person, days = -3, more: object = {}): Promise<string> {
    return this.post(by, '/v1/records', {
      ...{ id: uuidv7(), type: 'harvest', occurred_at: inDays(days), lawful_basis: 'consent' },
      ...{
        producer: by.id,
        crop: 'coffee_arabica_fresh_cherry',
        quantity: { value: 100, unit: 'kg' },
        ...more,
      },
    })
  }

  grant(by: Person, more: object = {}): Promise<string> {
    return this.post(by, '/v1/grants', {
      ...{ id: uuidv7(), grantee: this.reader.id, purpose: PURPOSE },
      ...{ record_types: ['harvest', 'retraction'], expires_at: inDays(100), ...more },
    })
  }

  revoke(by: Person, grant: string): Promise<string> {
    return this.post(by, `/v1/grants/${grant}/revocation`, {})
  }

  /** What the list of the reader shows now. */
  async readable(): Promise<string[]> {
    const answer = await fetch(`${this.url}/v1/records?purpose=${PURPOSE}&standing=any&limit=500`, {
      headers: { authorization: `Bearer ${this.reader.token}` },
    })
    const { records } = (await answer.json()) as { records: { id: string }[] }
    return records.map(({ id }) => id).sort()
  }

  /** Stops the service, and starts it at the same address. */
  async restart(): Promise<void> {
    const { port } = new URL(this.url)
    await this.service.stop()
    this.service = await served(this.data, { listen: `127.0.0.1:${port}` })
  }
}
