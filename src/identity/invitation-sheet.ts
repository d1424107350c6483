import { safe } from '../cli/print.ts'
import { isLoopback } from '../config/addresses.ts'
import { type Part, paragraph, textOf } from '../text/parts.ts'
import type { Calendar } from '../words/english.ts'
import type { Invitation } from './invite-tasks.ts'

/** Returns the sheet that is handed to a reader with their token: one page of paper. */
export function invitationSheet(
  invitation: Invitation,
  call: string | undefined,
  calendar: Calendar,
): string {
  const { url, token, party_name, cooperative, expires_at, fingerprint_sha256 } = invitation
  const whom = [cooperative.name, cooperative.phone].filter(Boolean).join(', ')
  const steps = [...certificateSteps(invitation), ...readingSteps(url)]
  return textOf([
    heading('TO READ RECORDS OF PRODUCE', '='),
    ...field('From', safe(cooperative.name ?? 'the cooperative')),
    ...field('For', safe(party_name ?? 'a party without a recorded name')),
    ...field('Valid', `until ${calendar.stamp(expires_at)}`),
    ...field('Address', url),
    ...field('Token', token),
    ...(fingerprint_sha256 === null ? [] : field('SHA-256', inHalves(fingerprint_sha256))),
    ...field('Call', safe(call ?? (whom === '' ? '______________________' : whom))),
    heading('WHAT TO DO', '-'),
    ...steps.flatMap((step, i) => paragraph(step, `  ${i + 1}. `, '     ')),
    heading('GOOD TO KNOW', '-'),
    ...paragraph(
      'You see what people have opened to you, for the purpose that you choose, and nothing else. Every reading is noted, and those people can ask who read.',
      '  ',
    ),
    ...paragraph('Keep this sheet like a key. If it is lost, call: the token is ended at once.', '  '),
  ])
}

/** Splits a fingerprint in two: its 95 characters are too long for a line. */
const inHalves = (fingerprint: string) => `${fingerprint.slice(0, 47)} ${fingerprint.slice(48)}`

/** The steps to read. The sign-in page needs TLS; without it, the browser itself asks for the token. */
function readingSteps(url: string): string[] {
  const { protocol, hostname } = new URL(url)
  const choose = 'Choose a name to read them; print the page or save it as you like.'
  return protocol === 'https:' || isLoopback(hostname)
    ? [
        `Open ${url}/lender in a browser and sign in with the token.`,
        `The page lists who has opened records to you, for each purpose. ${choose}`,
      ]
    : [
        `Open ${url} in a browser and choose what you read for. Asked for a name and a password, type any name, and the token as the password.`,
        `The page lists who has opened records to you. ${choose}`,
      ]
}

/** The steps to verify that the service is the cooperative's; none where browsers know its certificate. */
function certificateSteps({ url, fingerprint_sha256, fingerprint_of }: Invitation): string[] {
  if (fingerprint_sha256 === null) return []
  const compare = 'compare its SHA-256 fingerprint with the one above, all of it'
  if (fingerprint_of === 'authority')
    return [
      `Once for each computer: load ${url}/v1/tls/authority (the browser warns, since it does not know the certificate yet) and open the file: ${compare}. Only if they are the same, add it to the authorities that this computer trusts. If they differ, stop and call.`,
    ]
  return [
    `If the browser warns, look at the certificate that it shows and ${compare}. If they differ, stop and call.`,
  ]
}

const heading = (text: string, rule: '=' | '-'): Part => ({
  kind: 'heading',
  text,
  lines: rule === '=' ? [text, rule.repeat(text.length), ''] : ['', text, rule.repeat(text.length)],
})

const field = (name: string, text: string) => paragraph(text, name.padEnd(10), ' '.repeat(10))
