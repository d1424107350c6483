import { Command } from 'commander'
import { OperatorFault } from '../base/problem.ts'
import type { GlobalOptions } from '../cli/context.ts'
import { safe, show, table } from '../cli/print.ts'
import { isId } from '../domain/id.ts'
import { namesByOthers, shortName } from '../text/party-name.ts'

interface ViewOptions extends GlobalOptions {
  readonly subject?: string
  readonly purpose: string
  readonly url: string
}

const TIMEOUT_MS = 60_000

export function lenderViewCommand(): Command {
  return new Command('lender-view')
    .description('read the plain-text view over the network, with the token in GRANARY_TOKEN')
    .option(
      '--subject <id>',
      'the party; without it, the list of those who granted you this purpose, with their ids',
    )
    .requiredOption('--purpose <purpose>', 'the purpose of reading')
    .requiredOption('--url <url>', 'address of the service, such as http://127.0.0.1:7373')
    .action(async (_own: object, command: Command) => {
      const { subject, purpose, url, json } = command.optsWithGlobals<ViewOptions>()
      if (subject !== undefined && !isId(subject))
        throw new OperatorFault(
          `"${subject}" is no party's id.`,
          'Give the same command without --subject: it shows who has opened records to you, each with its id.',
          2,
        )
      const service = new Service(url, process.env.GRANARY_TOKEN)
      const asked = subject === undefined ? { purpose } : { purpose, subject }
      const text = await service.get('/v1/lender-view', asked)
      const subjects = subject === undefined ? await subjectsOf(service, purpose) : []
      show(json, { text, ...(subject === undefined ? { subjects } : {}) }, () =>
        [text.trimEnd(), ...linesOf(subjects)].join('\n'),
      )
    })
}

/** A `party` record. The API does not say which party is the cooperative. */
interface Described {
  readonly party: string
  readonly asserted_by: string
  readonly display_name: string
  readonly derived: { readonly standing: string }
}

interface Subject {
  readonly id: string
  /** Null if it may not be read. */
  readonly name: string | null
}

const linesOf = (subjects: readonly Subject[]): string[] =>
  subjects.length === 0
    ? []
    : [
        '',
        'To read one of them, give its id as --subject:',
        table(
          ['Party', 'Id'],
          subjects.map(({ id, name }) => [name ?? '(name not opened)', id]),
        ),
      ]

/** What the party calls itself, and what others call it. */
function namesIn(statements: readonly Described[]): string {
  const own = statements.find(({ asserted_by, party }) => asserted_by === party)
  const others = statements.filter(({ asserted_by, party }) => asserted_by !== party)
  const names = [...new Set(others.map(({ display_name }) => display_name))]
  return [
    own && shortName({ name: own.display_name, by: 'itself', kind: 'unknown', memberNo: null }),
    names.length > 0 && namesByOthers(names, 2),
  ]
    .filter(Boolean)
    .join('; ')
}

/** Parties with a live grant to the token's party, by name. */
async function subjectsOf(service: Service, purpose: string): Promise<Subject[]> {
  const grants = await service.all<{ subject: string; purpose: string; live: boolean }>(
    '/v1/grants',
    'grants',
    { role: 'grantee' },
  )
  const parties = await service.all<Described>('/v1/records', 'records', { type: 'party', purpose })
  const current = parties.filter(({ derived }) => derived.standing === 'tip')
  const names = new Map(
    [...Map.groupBy(current, ({ party }) => party)].map(([id, said]) => [id, namesIn(said)]),
  )
  const ids = new Set(
    grants.filter((grant) => grant.live && grant.purpose === purpose).map((grant) => grant.subject),
  )
  return [...ids]
    .map((id) => ({ id, name: names.get(id) ?? null }))
    .sort((a, b) => (a.name ?? '\uffff').localeCompare(b.name ?? '\uffff'))
}

/** More pages than a lender's list has. */
const MOST_PAGES = 20

/** The public API of a service at an address, with a token. */
class Service {
  readonly #origin: URL
  readonly #token: string

  constructor(base: string, token: string | undefined) {
    if (!token)
      throw new OperatorFault('There is no token.', 'Set the variable GRANARY_TOKEN to your token.', 2)
    this.#token = token
    try {
      this.#origin = new URL(base)
    } catch {
      throw new OperatorFault(`"${base}" is not a web address.`, 'Write it as http://127.0.0.1:7373.', 2)
    }
  }

  async all<T>(path: string, member: string, parameters: Readonly<Record<string, string>>): Promise<T[]> {
    const found: T[] = []
    let cursor: string | null = null
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const text = await this.get(path, {
        ...parameters,
        limit: '100',
        ...(cursor === null ? {} : { cursor }),
      })
      const page = JSON.parse(text) as Record<string, unknown>
      found.push(...(page[member] as T[]))
      cursor = page.next as string | null
      if (cursor === null) break
    }
    return found
  }

  async get(path: string, parameters: Readonly<Record<string, string>>): Promise<string> {
    const address = new URL(path, this.#origin)
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException
      if (/CERT|SELF_SIGNED|ERR_TLS/.test(code))
        throw new OperatorFault(
          `This machine does not trust the certificate of ${address.origin} (${code}).`,
          'Ask the cooperative for the certificate of its authority (tls/authority.pem in its data folder), and set NODE_EXTRA_CA_CERTS to that file.',
        )
      throw new OperatorFault(
        `Nothing answers at ${address.origin}.`,
        'Check the address, and whether the service is running.',
      )
    })
    const text = await answer.text()
    if (answer.ok) return text
    throw new OperatorFault(
      `The service refused (${answer.status}): ${safe(titleOf(text))}.`,
      answer.status === 401 ? 'Ask the cooperative for a new token.' : 'Correct the request and try again.',
    )
  }
}

function titleOf(text: string): string {
  try {
    return String((JSON.parse(text) as { title?: unknown }).title)
  } catch {
    return 'no reason given'
  }
}
