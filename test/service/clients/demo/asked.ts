import { expect } from 'vitest'
import type { Fact } from '../../../../src/clients/demo/narrator.ts'
import type { Role } from '../../../../src/clients/demo/tour.ts'
import { type Document, interrupt, until, type Visit, visit } from './visit.ts'

/** A record as returned, as far as these tests look at it. */
export interface Seen {
  readonly id: string
  readonly type: string
  readonly kind: string
  readonly display_name: string
  readonly asserted_by: string
  readonly on_behalf_of: string
  readonly producer: string
  readonly from_party: string
  readonly to_party: string
  readonly obligation_id: string
  readonly supersedes: string
  readonly lawful_basis: string
  readonly conversion_id: string
  readonly normalized_kg?: number
  readonly quantity: { readonly value: number; readonly unit: string; readonly label?: string }
  readonly inputs: readonly { readonly kg: number }[]
  readonly derived: {
    readonly flags: readonly string[]
    readonly confirmation: { readonly independent: boolean } | null
    readonly custody: object
    readonly fulfilment: object
    readonly mass_balance: {
      readonly remaining_kg: number
      readonly losses_kg: number
      readonly outputs_kg: number
      readonly legs: readonly { readonly expected_kg: number }[]
    }
  }
}

/** A tour that came to its end and goes on answering. */
export class Asked {
  readonly tour: Visit
  readonly document: Document

  private constructor(tour: Visit, document: Document) {
    this.tour = tour
    this.document = document
  }

  static async atTheEnd(): Promise<Asked> {
    const tour = visit({ keep: true, json: true })
    await Promise.race([until(() => tour.stdout().trimEnd().endsWith('\n}')), tour.exitCode])
    return new Asked(tour, JSON.parse(tour.stdout()) as Document)
  }

  get url(): string {
    return this.document.access?.url as string
  }

  facts(name: string): Readonly<Record<string, Fact>> {
    const step = this.document.steps.find((s) => s.name === name)
    if (step === undefined) throw new Error(`no step ${name}`)
    return step.facts
  }

  role(starts: string): Role {
    const found = this.document.access?.roles.find(({ role }) => role.startsWith(starts))
    if (found === undefined) throw new Error(`no role ${starts}`)
    return found
  }

  /** Asks as somebody. */
  async get(path: string, starts: string) {
    const answer = await fetch(this.url + path, {
      headers: { authorization: `Bearer ${this.role(starts).token}` },
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  async list(starts: string, query: string, purpose = 'cooperative_management'): Promise<Seen[]> {
    const { status, text } = await this.get(`/v1/records?purpose=${purpose}&limit=500&${query}`, starts)
    expect(status, text).toBe(200)
    return (JSON.parse(text) as { records: Seen[] }).records
  }

  gracesDeliveries(standing: string): Promise<Seen[]> {
    return this.list('cooperative', `type=delivery&standing=${standing}&subject=${this.role(GRACE).party}`)
  }

  /** The cooperative's lot, as the mill that received it reads it. */
  async bigLot(): Promise<Seen> {
    const [lot] = await this.list('mill', 'type=lot')
    if (lot === undefined) throw new Error('the mill reads no lot')
    return lot
  }

  /** Ctrl-C. @returns the exit code */
  stop(): Promise<number> {
    interrupt()
    return this.tour.exitCode
  }
}

/** Roles as the tour names them. */
export const GRACE = 'farmer with a grant to the bank'
export const NEIGHBOUR = 'farmer and neighbour'
