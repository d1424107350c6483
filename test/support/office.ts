import { ROLES, type Role } from '../../src/domain/staff.ts'
import { totpCode, totpStep } from '../../src/domain/totp.ts'
import { type Coop, cli, type Document, founded, json, served } from './command.ts'

/** The office page over HTTP, as a browser that runs no script sends and reads it. */

export const PASSWORD = 'cherries by moonlight'

export interface Office {
  readonly coop: Coop
  readonly url: string
  readonly service: Awaited<ReturnType<typeof served>>
  /** The command, with `--json`. */
  readonly did: (...args: string[]) => Promise<Document>
  readonly said: (...args: string[]) => ReturnType<typeof cli>
}

export async function openOffice(
  settings: Readonly<Record<string, unknown>> = {},
  program?: readonly [engine: string, ...rest: string[]],
): Promise<Office> {
  const coop = await founded()
  const service = await served(coop.data, settings, program)
  const did = (...args: string[]) => json(...args, '--data', coop.data)
  return { coop, url: service.url, service, did, said: (...args) => cli(...args, '--data', coop.data) }
}

export interface Page {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  readonly location: string | null
}

/** What a page that shows something once more wants back when it is meant. */
export const sureIn = ({ text }: Page): string => /name="sure" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** A browser: keeps its cookie, and sends what browsers send along. */
export class Visitor {
  readonly #url: string
  cookie = ''

  constructor(url: string) {
    this.#url = url
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#asked(path, { headers: { ...this.#own(), ...headers } })
  }

  /** Sends a form as its own page would: with the token that the page has. */
  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<Page> {
    const body = new URLSearchParams(fields).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.#asked(path, { method: 'POST', body, headers: { ...this.#own(), ...type, ...headers } })
  }

  /** Sends the last form of a page to an address, with what it has hidden. */
  async answer(path: string, page: Page, fields: Record<string, string>): Promise<Page> {
    const form = page.text.slice(page.text.lastIndexOf(`action="${path}"`))
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"\/>/g)]
    return this.post(path, {
      ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
      ...fields,
    })
  }

  /** Sends a form that may have files. */
  async send(path: string, body: FormData): Promise<Page> {
    return this.#asked(path, {
      method: 'POST',
      body,
      headers: { ...this.#own(), 'sec-fetch-site': 'same-origin' },
    })
  }

  /** The token of the forms that this visitor sees. */
  async formToken(path = '/today'): Promise<string> {
    const { text } = await this.get(path)
    return /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
  }

  async signIn(name: string, password = PASSWORD): Promise<Page> {
    return this.post('/sign-in', { name, password })
  }

  #own(): Record<string, string> {
    return this.cookie === '' ? {} : { cookie: this.cookie }
  }

  async #asked(path: string, init: RequestInit): Promise<Page> {
    const response = await fetch(`${this.#url}${path}`, { ...init, redirect: 'manual' })
    const set = response.headers.get('set-cookie')
    if (set !== null) this.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] as string)
    const { status, headers } = response
    return { status, headers, text: await response.text(), location: headers.get('location') }
  }
}

/** The code of a key as the account page shows it. @param later steps of 30 s from now: each code counts once */
export function codeOf(shown: string, later = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...shown.replace(/\s/g, '')]
    .map((c) => letters.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const key = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  return totpCode(key, totpStep(Date.now()) + later)
}

/** Turns a second factor on. @returns its key as shown, the code that turned it on, and the recovery codes */
export async function turnFactorOn(
  visitor: Visitor,
): Promise<{ key: string; code: string; recovery: string[] }> {
  const send = async (fields: Record<string, string>) =>
    visitor.post('/account', { ...fields, form_token: await visitor.formToken('/account') })
  await send({ act: 'begin', proof: PASSWORD })
  const key = /<code>([A-Z2-7 ]+)<\/code>/.exec((await visitor.get('/account')).text)?.[1] ?? ''
  const code = codeOf(key)
  const { text } = await send({ act: 'on', code })
  return {
    key,
    code,
    recovery: [...text.matchAll(/<code>([\w-]{14})<\/code>/g)].map((match) => match[1] as string),
  }
}

/** An account of each role, with its password set on the page; signed in. */
export async function staffOf(office: Office): Promise<Record<Role, Visitor>> {
  const visitors: Partial<Record<Role, Visitor>> = {}
  for (const role of ROLES) {
    const { one_time_code: code } = await office.did('staff', 'add', `The ${role}`, '--role', role)
    const visitor = new Visitor(office.url)
    await visitor.post('/password', { name: `The ${role}`, code, password: PASSWORD, again: PASSWORD })
    await visitor.signIn(`The ${role}`)
    visitors[role] = visitor
  }
  return visitors as Record<Role, Visitor>
}
