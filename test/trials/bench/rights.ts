import { type Kernel, openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Draft } from '../../../src/domain/record.ts'
import { localTasks } from '../../../src/tasks.ts'
import { englishWords } from '../../../src/words/words.ts'
import { chance } from '../../support/records/gate/random.ts'
import { Helper, serveTasks } from './children.ts'
import type { Figure } from './figure.ts'
import { cpuOf, holdOf, median } from './measure.ts'
import { idAt, Season } from './records.ts'
import type { Seeded } from './seed.ts'

/** People's rights over many records and a long audit log: how long they take, and how long they hold the loop. */

const PERSON_RECORDS = 10_000
const ROUNDS = 5
const AT_ONCE = 500
const PURPOSE = 'credit_assessment'
/** One page of a hundred among so many reads of one record. */
const READS_A_PAGE = 20
const PAGE = 100

interface Timed {
  readonly ms: number
  /** The longest time in which the event loop did nothing else. */
  readonly longestHoldMs: number
}

export interface RightsOrder {
  readonly folder: string
  readonly seeded: Seeded
  readonly auditEntries: number
}

export async function rightsFigures(order: RightsOrder, say: (text: string) => void): Promise<Figure[]> {
  const helper = new Helper('rights')
  try {
    say('people’s rights over 10,000 records')
    await helper.call('open', order)
    const rights = await helper.call<Record<string, Timed>>('rights', null)
    say(`filling the audit log with ${order.auditEntries.toLocaleString('en-GB')} entries`)
    await helper.call('fill', order.auditEntries)
    const questions = await helper.call<Record<string, Timed>>('questions', null)
    const entries = order.auditEntries.toLocaleString('en-GB')
    return [
      ...Object.entries(rights).flatMap(([name, { ms, longestHoldMs }]): Figure[] => [
        { name, value: { amount: ms, unit: 'ms' }, aim: { atMost: 1_000 } },
        {
          name: '  longest hold of the event loop in it',
          value: { amount: longestHoldMs, unit: 'ms' },
          aim: { atMost: 20 },
        },
      ]),
      ...Object.entries(questions).map(
        ([name, { ms }]): Figure => ({
          name: `${name}, ${entries} entries`,
          value: { amount: ms, unit: 'ms' },
          aim: { atMost: 50 },
        }),
      ),
    ]
  } finally {
    await helper.stop()
  }
}

class Rights {
  readonly #kernel: Kernel
  readonly #random = chance(31)
  readonly #cooperative
  readonly #person
  readonly #lender
  /** Seqs of records to be shown. */
  readonly #seqs: number[] = []

  constructor({ folder, seeded }: RightsOrder) {
    this.#kernel = openKernel(readConfig({ data: folder, logLevel: 'error', minFreeBytes: '0' }, {}))
    const { store } = this.#kernel
    const party = (id: string) => ({ party: store.parties.find(id) as number, partyId: id, credential: null })
    this.#cooperative = party(seeded.cast.cooperative)
    this.#person = party(seeded.cast.farmers[0] as string)
    this.#lender = store.credentials.all().at(-1)?.party as number
  }

  async open({ seeded }: RightsOrder): Promise<void> {
    const season = new Season({ ...seeded.cast, farmers: [this.#person.partyId] }, this.#random, false)
    for (let i = 0; i < PERSON_RECORDS; i += AT_ONCE)
      await this.#job(() => {
        const now = Date.now()
        const drafts = Array.from({ length: AT_ONCE }, () => ({
          ...season.next(now),
          id: idAt(now, this.#random),
        })) as unknown as Draft[]
        for (const result of this.#kernel.intake.appendAll(this.#cooperative, drafts))
          if ('record' in result) this.#seqs.push(result.record.seq)
      })
    await this.#job(() =>
      this.#kernel.grants.give({ credential: null, operator: 'bench' }, this.#person.partyId, {
        id: idAt(Date.now(), this.#random),
        grantee: this.#kernel.store.parties.id(this.#lender),
        purpose: PURPOSE,
        record_types: ['harvest', 'delivery', 'lot'],
        expires_at: new Date(Date.now() + 8.64e9).toISOString(),
      }),
    )
  }

  async rights(): Promise<Record<string, Timed>> {
    const doer = { credential: null, operator: 'bench' }
    const asker = { ...this.#person, ...doer }
    const english = englishWords()
    const submit = <T>(work: () => T) => this.#kernel.ports.submit(work)
    const answer = (form: 'json' | 'text') => async () => {
      const { request } = await submit(() =>
        this.#kernel.subjectAccess.requests.open(doer, this.#person.partyId),
      )
      for await (const _ of this.#kernel.subjectAccess.answer(english, asker, request, form));
    }
    return {
      'an objection, 10,000 records counted': await timed(() =>
        this.#kernel.objections.lodge(submit, doer, this.#person.partyId, {
          id: idAt(Date.now(), this.#random),
          channel: 'in_person',
          purposes: ['research'],
        }),
      ),
      'subject access of 10,000 records, JSON': await timed(answer('json')),
      'subject access of 10,000 records, text': await timed(answer('text')),
    }
  }

  async fill(entries: number, progress: (done: number, of: number) => void): Promise<void> {
    const { store } = this.#kernel
    const credentials = store.credentials.all().map(({ seq }) => seq)
    for (let i = 0; i < entries; i += AT_ONCE) {
      if (i % 50_000 === 0) progress(i, entries)
      await this.#job(() => {
        for (let j = 0; j < AT_ONCE; j++) {
          const at = Math.floor(this.#random() * (this.#seqs.length - PAGE))
          store.audit.append(store.writer.nowMs, {
            credential: credentials[(i + j) % credentials.length] as number,
            action: 'read',
            purpose: PURPOSE,
            outcome: j % 50 === 0 ? 'no_grant' : 'disclosed',
            records: this.#seqs.slice(at, at + (j % READS_A_PAGE === 0 ? PAGE : 1)),
          })
        }
      })
    }
  }

  async questions(): Promise<Record<string, Timed>> {
    const tasks = localTasks(this.#kernel)
    const { store } = this.#kernel
    const record = store.records.bySeq(this.#seqs[100] as number)?.id as string
    const ask = (question: object) => timed(() => tasks.run('audit', 'bench', { count: 100, ...question }))
    return {
      'audit: who saw this record': await ask({ record }),
      'audit: what did this party read': await ask({ party: store.parties.id(this.#lender) }),
      'audit: what was refused and why': await ask({ refused: true }),
    }
  }

  #job<T>(work: () => T): Promise<T> {
    return this.#kernel.ports.submit(work)
  }
}

/** Medians over some rounds, the first left out; processor time. */
async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const rounds: Timed[] = []
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push({ ms: await cpuOf(work), longestHoldMs: await holdOf(work) })
  const of = (name: keyof Timed) => median(rounds.slice(1).map((one) => one[name]))
  return { ms: of('ms'), longestHoldMs: of('longestHoldMs') }
}

export function rightsRole(): void {
  let rights: Rights
  serveTasks({
    open: async (order: RightsOrder) => {
      rights = new Rights(order)
      await rights.open(order)
    },
    rights: () => rights.rights(),
    fill: (entries: number, progress: (done: number, of: number) => void) => rights.fill(entries, progress),
    questions: () => rights.questions(),
  })
}
