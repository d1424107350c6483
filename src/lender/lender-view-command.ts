import { errorCode } from '../base/error-kinds.ts'
import { fromJson } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import type { GlobalOptions } from '../cli/context.ts'
import { safe, show, table } from '../cli/print.ts'
import { isId } from '../domain/id.ts'
import { OperatorFault } from '../words/fault.ts'
import type { Listed } from './grantors.ts'

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
    .does(async ({ subject, purpose, url, json }: ViewOptions) => {
      if (subject !== undefined && !isId(subject))
        throw new OperatorFault(
          `"${subject}" is not the id of a party.`,
          'Give the same command without --subject: it shows who has opened records to you, each with its id.',
          2,
        )
      const service = new Service(url, process.env.GRANARY_TOKEN)
      const { text, subjects = [] } = await service.get(
        subject === undefined ? { purpose } : { purpose, subject },
      )
      show(json, { text, ...(subject === undefined ? { subjects } : {}) }, () =>
        [text.trimEnd(), ...linesOf(subjects)].join('\n'),
      )
    })
}

interface Page {
  readonly text: string
  /** The parties, if the page is a list. */
  readonly subjects?: readonly Listed[]
}

const linesOf = (subjects: readonly Listed[]): string[] =>
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

/** Reads the view from a service at an address, with a token. */
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

  async get(parameters: Readonly<Record<string, string>>): Promise<Page> {
    const address = new URL('/v1/lender-view', this.#origin)
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${this.#token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      const code = errorCode(error.cause) ?? ''
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
    // An older service answers with plain text alone.
    const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json')
    if (answer.ok) return isJson ? fromJson<Page>(text) : { text }
    throw new OperatorFault(
      `The service refused (${answer.status}): ${safe(titleOf(text))}.`,
      answer.status === 401 ? 'Ask the cooperative for a new token.' : 'Correct the request and try again.',
    )
  }
}

function titleOf(text: string): string {
  try {
    return String(fromJson<{ title?: unknown }>(text).title)
  } catch {
    return 'no reason given'
  }
}
