import { errorCode } from '../base/error-kinds.ts'
import { orNull } from '../base/or-null.ts'
import { fromJson, isObject, membersOf } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import type { GlobalOptions } from '../cli/context.ts'
import { commandLanguage } from '../cli/language.ts'
import { safe, show, table } from '../cli/print.ts'
import { numberKey } from '../domain/folding.ts'
import { isId } from '../domain/id.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { type Language, languageOf, languages } from '../words/language.ts'
import { message } from '../words/message.ts'
import { type Words, wordsIn } from '../words/words.ts'
import type { ListedGrantor } from './grantors.ts'

interface ViewOptions extends GlobalOptions {
  readonly subject?: string
  readonly purpose: string
  readonly url: string
  readonly language?: string
}

const TIMEOUT_MS = 60_000

export function lenderViewCommand(): Command {
  return new Command('lender-view')
    .description('help.lenderView')
    .option('--subject <id>', 'help.lenderView.subject')
    .requiredOption('--purpose <purpose>', 'help.lenderView.purpose')
    .requiredOption('--url <url>', 'help.lenderView.url')
    .option('--language <code>', 'help.lenderView.language')
    .does(async ({ subject, purpose, url, language, json, data }: ViewOptions) => {
      const words = wordsIn(language === undefined ? commandLanguage({ data }) : languageCalled(language), '')
      const service = new Service(url, process.env.GRANARY_TOKEN, words.language)
      const { text, subjects = [] } = await service.get(
        subject === undefined ? { purpose } : { purpose, subject: await service.party(subject, purpose) },
      )
      show(json, { text, ...(subject === undefined ? { subjects } : {}) }, () =>
        [text.trimEnd(), ...linesOf(words, subjects)].join('\n'),
      )
    })
}

/** @throws {OperatorFault} if no such language ships */
function languageCalled(asked: string): Language {
  const language = languageOf(asked)
  if (language !== undefined) return language
  throw new OperatorFault(
    ...withRemedy(
      'view.command.noLanguage',
      { code: asked },
      { codes: { list: languages().map(({ code }) => code) } },
    ),
    2,
  )
}

interface Page {
  readonly text: string
  /** The parties, if the page is a list. */
  readonly subjects?: readonly ListedGrantor[]
}

const linesOf = ({ say }: Words, subjects: readonly ListedGrantor[]): string[] =>
  subjects.length === 0
    ? []
    : [
        '',
        say('view.command.which'),
        table(
          [say('view.command.party'), say('view.command.id')],
          subjects.map(({ id, name }) => [name ?? say('view.list.nameNotOpened'), id]),
        ),
      ]

/** Reads the view from a service at an address, with a token. */
class Service {
  readonly #origin: URL
  readonly #token: string
  readonly #language: Language

  constructor(base: string, token: string | undefined, language: Language) {
    if (!token) throw new OperatorFault(...withRemedy('view.command.noToken'), 2)
    this.#token = token
    this.#language = language
    try {
      this.#origin = new URL(base)
    } catch {
      throw new OperatorFault(...withRemedy('view.command.noAddress', { url: base }), 2)
    }
  }

  /** Returns the id of a party, which may be given by the member number that it opened to the reader. */
  async party(text: string, purpose: string): Promise<string> {
    if (isId(text)) return text
    const { subjects = [] } = await this.get({ purpose })
    const key = numberKey(text)
    const [found, another] = subjects.filter(({ member_no }) => numberKey(member_no ?? '') === key)
    if (key !== '' && found !== undefined && another === undefined) return found.id
    throw new OperatorFault(...withRemedy('view.command.notId', { subject: text }), 2)
  }

  async get(parameters: Readonly<Record<string, string>>): Promise<Page> {
    const address = new URL('/v1/lender-view', this.#origin)
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    const silent = () => new OperatorFault(...withRemedy('view.command.silent', { origin: address.origin }))
    const answer = await fetch(address, {
      headers: {
        authorization: `Bearer ${this.#token}`,
        accept: 'application/json',
        'accept-language': this.#language.code,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      const code = errorCode(error.cause) ?? ''
      if (/CERT|SELF_SIGNED|ERR_TLS/.test(code))
        throw new OperatorFault(...withRemedy('view.command.untrusted', { origin: address.origin, code }))
      throw silent()
    })
    // The line may break in the middle of the reply.
    const text = await answer.text().catch(() => {
      throw silent()
    })
    // An older service answers with plain text alone.
    const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json')
    if (answer.ok) {
      const page = isJson ? pageIn(text) : { text }
      if (page === null) throw silent()
      return page
    }
    const status = String(answer.status)
    const title = titleOf(text)
    throw new OperatorFault(
      title === null
        ? message('view.command.refused.unexplained', { status })
        : message('view.command.refused', { status, title: safe(title) }),
      message(answer.status === 401 ? 'view.command.refused.token' : 'view.command.refused.request'),
    )
  }
}

/** Returns the page of a reply; null if it has none, because another program answered. */
function pageIn(reply: string): Page | null {
  const page = orNull(() => fromJson<Page>(reply))
  const { text, subjects = [] } = membersOf(page)
  return typeof text === 'string' && Array.isArray(subjects) && subjects.every(isObject) ? page : null
}

function titleOf(reply: string): string | null {
  const { title } = membersOf(orNull(() => fromJson(reply)))
  return typeof title === 'string' ? title : null
}
