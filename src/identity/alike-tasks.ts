import { readFileSync } from 'node:fs'
import { errorCode } from '../base/error-kinds.ts'
import { checkedList, compare, fromJson, inOrder, must } from '../base/typed.ts'
import { writeWhole } from '../base/write-whole.ts'
import { type Args, required } from '../cli/asked.ts'
import { dataFiles } from '../config/config.ts'
import { ALIKE_BY, type Alike, type AlikeBy, lookalikes } from '../domain/lookalikes.ts'
import { plainId } from '../domain/other-ids.ts'
import { tasksOn } from '../registry/kernel.ts'
import { noteAct } from '../store/acts/doer.ts'
import type { RecordedParty } from '../store/tables/recorded-parties.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'
import type { OfficeKernel } from './kernel.ts'

export const DIFFERENT = {
  one: required('<party>', 'help.memberOrId'),
  other: required('<other>', 'help.memberOrId'),
}

/** Members read in one job. */
const AT_ONCE = 1_000
/** Most pairs in one list. People decide these, and the next list has others. */
const LISTED = 100
/** Steps of the comparison between two pauses: a few milliseconds at most. */
const STEPS_AT_ONCE = 50

/** Lists pairs of members who look alike, for people to decide. */
export const longAlikeTasks = tasksOn<OfficeKernel>()({
  /** Lists undecided pairs, the strongest match first. @returns `more`: whether there are other pairs */
  'party.alike': async (kernel, operator): Promise<{ pairs: Alike[]; more: boolean }> => {
    const members: RecordedParty[] = []
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after
      const page = await kernel.store.writer.submit(() => {
        if (from === 0) noteAct(kernel.store, { credential: null, operator }, 'party.alike', {})
        return kernel.people.recorded.after(from, AT_ONCE)
      })
      members.push(...page.found)
      after = page.last
    }
    const different = new Set(read(kernel.config.data).map(keyOf))
    const found = new Map(ALIKE_BY.map((by): [AlikeBy, Alike[]] => [by, []]))
    let [total, steps] = [0, 0]
    const { cooperative } = kernel.store.appliance
    // Of a person's two entries, only the one that is kept is compared.
    const asked = members.filter(({ n, sameAs }) => sameAs === null && n !== cooperative)
    const facts = asked.map(({ party, name, memberNo, phone, region, ids }) => ({
      ...{ party, name, member_no: memberNo, phone, region },
      ids: ids.map(({ scheme, value }) => `${scheme} ${plainId(value)}`),
    }))
    for (const pair of lookalikes(facts)) {
      if (++steps % STEPS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
      if (pair === null || different.has(keyOf([pair.one.party, pair.other.party]))) continue
      total++
      const list = must(found.get(pair.by))
      // The strongest kinds are found before all others.
      if (list.push(pair) > LISTED) {
        list.pop()
        if (pair.by === 'number' || pair.by === 'id' || pair.by === 'phone') break
      }
    }
    const pairs = [...found.values()].flat().slice(0, LISTED)
    return { pairs, more: total > pairs.length }
  },
})

/** Records pairs that are two people, in a file of the data folder: it affects nothing but this list. */
export const alikeTasks = tasksOn<OfficeKernel>()({
  'party.different': (kernel, operator, { one, other }: Args<typeof DIFFERENT>) => {
    const pair = inOrder(one, other, compare)
    for (const id of pair)
      if (kernel.store.parties.find(id) === undefined)
        throw new OperatorFault(message('alike.noParty', { id }), {
          onTerminal: message('alike.noParty.remedy'),
          onPage: message('fault.findParty'),
        })
    if (one === other) throw new OperatorFault(...withRemedy('alike.same'))
    const others = read(kernel.config.data).filter((known) => keyOf(known) !== keyOf(pair))
    writeWhole(dataFiles(kernel.config.data).differentPeople, `${JSON.stringify([...others, pair])}\n`)
    noteAct(kernel.store, { credential: null, operator }, 'party.different', { one, other })
    return { one, other }
  },
})

const keyOf = (pair: readonly string[]): string => [...pair].sort().join(' ')

function read(data: string): [string, string][] {
  const path = dataFiles(data).differentPeople
  try {
    return checkedList(fromJson<[string, string][]>(readFileSync(path, 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw new OperatorFault(...withRemedy('alike.unreadable', { path }))
  }
}
