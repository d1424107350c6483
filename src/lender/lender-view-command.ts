import { Command } from 'commander'
import { OperatorFault } from '../base/problem.ts'
import type { GlobalOptions } from '../cli/context.ts'
import { safe, safeLines, show } from '../cli/print.ts'
import { isId } from '../domain/id.ts'

interface ViewOptions extends GlobalOptions {
  readonly subject?: string
  readonly purpose: string
  readonly url: string
}

const TIMEOUT_MS = 60_000

export function lenderViewCommand(): Command {
  return new Command('lender-view')
    .description('read the plain-text view over the network, with the token in GRANARY_TOKEN')
    .option('--subject <id>', 'the party (default: list who granted you this purpose)')
    .requiredOption('--purpose <purpose>', 'the purpose of reading')
    .requiredOption('--url <url>', 'address of the service, such as http://127.0.0.1:7373')
    .action(async (_own: object, command: Command) => {
      const { subject, purpose, url, json } = command.optsWithGlobals<ViewOptions>()
      const text = await fetchView(url, purpose, subject, process.env.GRANARY_TOKEN)
      show(json, { text }, () => safeLines(text.trimEnd()))
    })
}

async function fetchView(
  base: string,
  purpose: string,
  subject: string | undefined,
  token: string | undefined,
): Promise<string> {
  if (!token)
    throw new OperatorFault('There is no token.', 'Set the variable GRANARY_TOKEN to your token.', 2)
  if (subject !== undefined && !isId(subject))
    throw new OperatorFault(
      `"${subject}" is no party's id.`,
      'The cooperative finds it with "granary party list". Without --subject you see who has opened records to you.',
      2,
    )
  let address: URL
  try {
    address = new URL('/v1/lender-view', base)
  } catch {
    throw new OperatorFault(`"${base}" is not a web address.`, 'Write it as http://127.0.0.1:7373.', 2)
  }
  address.searchParams.set('purpose', purpose)
  if (subject !== undefined) address.searchParams.set('subject', subject)
  const answer = await fetch(address, {
    headers: { authorization: `Bearer ${token}` },
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

function titleOf(text: string): string {
  try {
    return String((JSON.parse(text) as { title?: unknown }).title)
  } catch {
    return 'no reason given'
  }
}
