import { join } from 'node:path'
import { remoteTasks } from '../../../src/cli/socket.ts'
import { Account } from './account.ts'
import { Line } from './line.ts'
import type { Served } from './served.ts'
import type { TrialRun } from './suite.ts'

/** A service with a few people, and the account of what it told them. */

export interface Person {
  readonly id: string
  readonly token: string
}

export interface Scene extends TrialRun {
  readonly served: Served
  readonly line: Line
  readonly account: Account
  readonly cooperative: Person
  readonly farmers: readonly Person[]
  readonly lender: Person
}

/** Founds a cooperative, starts the service and makes everybody known to it. @throws {Error} when that fails */
export async function prepare(trial: TrialRun, served: Served): Promise<Scene> {
  const { cooperative, credential } = await served.document('init', '--name', 'Trial Cooperative')
  await served.start()
  const tasks = remoteTasks(join(served.data, 'granary.sock'))
  const person = async (name: string, kind: 'person' | 'institution'): Promise<Person> => {
    const { party } = await tasks.run('party.add', 'trial', { name, kind, basis: 'contract_performance' })
    const { token } = await tasks.run('credential.issue', 'trial', {
      party,
      kind: 'party',
      expiresAtMs: null,
    })
    return { id: party, token }
  }
  return {
    ...trial,
    served,
    line: new Line(served.port),
    account: new Account(),
    cooperative: { id: cooperative, token: credential },
    farmers: [await person('Grace Nakato', 'person'), await person('Peter Okello', 'person')],
    lender: await person('Bukwo Lenders', 'institution'),
  }
}
