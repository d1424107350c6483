import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { ROLES, type Role } from '../../src/domain/staff.ts'
import { totpCode, totpStep } from '../../src/domain/totp.ts'
import { afterEachFile } from './after-file.ts'
import { type Coop, type Document, founded, served } from './command.ts'

/** The office page over HTTP, as a browser that runs no script sends and reads it. */

export const PASSWORD = 'cherries by moonlight'

type Served = Awaited<ReturnType<typeof served>>

export interface Office<Service extends Pick<Served, 'url' | 'stop'> = Served>
  extends Pick<Coop, 'did' | 'said' | 'party'> {
  readonly coop: Coop
  readonly url: string
  readonly service: Service
  /** Asks the API, as the cooperative unless told otherwise; fails unless it is done. */
  readonly call: (path: string, body?: object, token?: string) => Promise<Document>
  /** Appends a record by the API; id, occurred_at and lawful_basis are filled in unless given. */
  readonly append: (type: string, fields: object, token?: string) => Promise<Document>
  /** Adds a delivery to the cooperative by the command: maize of today, unless flags say otherwise. @returns its id */
  readonly delivered: (from: string, quantity: string, ...flags: string[]) => Promise<string>
  /** Adds a grant by the command: of deliveries, for credit assessment, unless flags say otherwise. @returns its id */
  readonly granted: (subject: string, grantee: string, ...flags: string[]) => Promise<string>
  /** An account that has its password, signed in. */
  readonly account: (name: string, role?: Role) => Promise<Visitor>
}

const { scrypt } = crypto
afterEachFile(() => {
  crypto.scrypt = scrypt
  syncBuiltinESMExports()
})

/** A hash by the service takes 0.3 s of processor time; here, a hundredth of that. Tests of hashes count them, and take their own. */
function hashCheaply(): void {
  if (crypto.scrypt !== scrypt) return
  const cheap = (password: string, salt: Buffer, bytes: number, options: object, done: never) =>
    scrypt(password, salt, bytes, { ...options, N: 2 ** 10, p: 1 }, done)
  crypto.scrypt = cheap as typeof scrypt
  syncBuiltinESMExports()
}

type Given = Readonly<Record<string, unknown>>

export async function openOffice(settings?: Given, program?: Parameters<typeof served>[2]): Promise<Office> {
  hashCheaply()
  return officeIn(await founded(), settings, program)
}

/** The office of the same folder after its service was stopped and started again. */
export async function reopened({ coop, service }: Office, settings?: Given): Promise<Office> {
  await service.stop()
  return officeIn(coop, settings)
}

/** The office of a folder that is founded already. */
export async function officeIn(coop: Coop, settings?: Given, program?: Parameters<typeof served>[2]) {
  return officeOf(coop, await served(coop.data, settings, program))
}

/** The office of a service that runs. */
export function officeOf<Service extends Pick<Served, 'url' | 'stop'>>(
  coop: Coop,
  service: Service,
): Office<Service> {
  const { url } = service
  const { did, said, party } = coop
  const call: Office['call'] = async (path, body, token = coop.token) => {
    const answer = await fetch(`${url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    const text = await answer.text()
    expect(answer.status, `${JSON.stringify(body)} ${text}`).toBeLessThan(300)
    return JSON.parse(text)
  }
  const office: Office<Service> = {
    ...{ coop, url, service, did, said, party, call },
    append: (type, fields, token) => {
      const occurred_at = new Date().toISOString()
      const own = { id: uuidv7(), type, occurred_at, lawful_basis: 'contract_performance' }
      return call('/v1/records', { ...own, ...fields }, token)
    },
    async delivered(from, quantity, ...flags) {
      const usual = 'record add delivery --to cooperative --crop maize_grain --date today --from'
      return (await did(usual, from, '--quantity', quantity, ...flags)).id
    },
    async granted(subject, grantee, ...flags) {
      const usual = 'grant record --purpose credit_assessment --types delivery --channel in_person'
      const to = ['--expires 2099-06-30 --subject', subject, '--grantee', grantee]
      return (await did(usual, ...to, ...flags)).id
    },
    async account(name, role = 'clerk') {
      const { one_time_code: code } = await did('staff', 'add', name, '--role', role)
      const visitor = new Visitor(url)
      await visitor.post('/password', { name, code, password: PASSWORD, again: PASSWORD })
      await visitor.signIn(name)
      return visitor
    },
  }
  return office
}

export interface Page {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  readonly location: string | null
}

/** The first field of that name that a page has filled in. */
export const fieldIn = ({ text }: Pick<Page, 'text'>, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''

/** What is filled in on a field that is shown: empty if nothing is, undefined if there is no such field. */
export const valueIn = ({ text }: Pick<Page, 'text'>, name: string): string | undefined => {
  const tag = [...text.matchAll(/<input [^>]*>/g)].find(([one]) => one.includes(` name="${name}"`))?.[0]
  return tag === undefined ? undefined : (/ value="([^"]*)"/.exec(tag)?.[1] ?? '')
}

/** A page's text as somebody reads it. */
export const read = ({ text }: Pick<Page, 'text'>): string =>
  text
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** What a page that shows something once more wants back when it is meant. */
export const sureIn = (page: Pick<Page, 'text'>): string => fieldIn(page, 'sure')

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
    return fieldIn(await this.get(path), 'form_token')
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
export async function staffOf(office: Pick<Office, 'account'>): Promise<Record<Role, Visitor>> {
  const visitors: Partial<Record<Role, Visitor>> = {}
  for (const role of ROLES) visitors[role] = await office.account(`The ${role}`, role)
  return visitors as Record<Role, Visitor>
}
