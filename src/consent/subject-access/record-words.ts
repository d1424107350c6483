import { membersOf, must } from '../../base/typed.ts'
import { ofEachMeasure } from '../../domain/measures.ts'
import type { OtherId } from '../../domain/other-ids.ts'
import type { LawfulBasis } from '../../domain/shapes.ts'
import { type ConfirmationType, confirmedType, fieldsOf, type RecordType } from '../../domain/types/index.ts'
import type { FieldKind } from '../../domain/types/kinds.ts'
import { idsText } from '../../identity/other-ids.ts'
import { languageCalled } from '../../identity/paper-language.ts'
import { plain, quoted } from '../../text/wrap.ts'
import { atStart, type CalledParty, fullName } from '../../words/party-name.ts'
import type { Money, Quantity } from '../../words/values.ts'
import type { Words } from '../../words/words.ts'
import type { GrantView } from '../grants.ts'
import type { Wording } from '../objection-words.ts'
import { flagWords, howWords, owedWords, reasonWords, spaced } from './code-words.ts'
import type { PartyPointer } from './redact.ts'
import type { ToldRecord } from './reply.ts'

/** A record, described to its subject. */

export interface TextWording extends Wording {
  crop(code: string): string
  unit(code: string): string
  region(code: string): string
  /** The id of the cooperative that keeps these records. */
  cooperative(): string | null
}

export function keptOn(words: Words, wording: Wording, code: LawfulBasis): string {
  const { name, law } = wording.basis(code)
  const basis = words.basis({ id: code, name })
  return law === null
    ? words.say('answer.basis', { basis })
    : words.say('answer.basisByLaw', { basis, section: law.section })
}

const FIRST_LETTER = 'a'.charCodeAt(0)

const REMEMBERED = 10_000

/** A delivery as its row states it. */
export interface DeliveryWords {
  /** From whom to whom, as a sentence. */
  readonly parties: string
  readonly crop: string
  readonly quantity: string
  readonly kg: string
  /** Whether the kilograms are not the quantity itself. */
  readonly isReckoned: boolean
  readonly price: string
  readonly confirmed: string
  /** The rest, in sentences; the last is the letter of its lawful basis. */
  readonly remarks: readonly string[]
}

type MemberWords = (value: unknown, record: ToldRecord) => string

export class RecordWords {
  readonly #words: Words
  readonly #wording: TextWording
  readonly #me: string
  /** Cached words: thousands of records name the same few parties, crops and units. */
  readonly #known = new Map<string, string>()
  readonly #letters = new Map<LawfulBasis, string>()

  constructor(words: Words, wording: TextWording, me: string) {
    this.#words = words
    this.#wording = wording
    this.#me = me
  }

  /**
   * Returns "you", "the cooperative", a name, or "another person" if the party was left out, or is one whose name the subject may not
   * know: whether it is a person must not show either.
   * @param by the parties by whose word the subject knows of it
   */
  who(party: unknown, by: readonly unknown[]): string {
    if (party === this.#me) return this.#words.say('answer.you')
    if (typeof party !== 'string') return this.#words.say('member.anotherPerson')
    if (party === this.#wording.cooperative()) return this.#words.say('answer.theCooperative')
    const ask = () => this.#wording.nameOf(party, this.#me, by)
    return this.#named(party, ask) ?? this.#words.say('member.anotherPerson')
  }

  /** Returns the reader of a grant; of one that is not named, not whether it is a person or an organisation. */
  grantee({ id, grantee }: Pick<Partial<GrantView>, 'id' | 'grantee'>): string {
    if (grantee === this.#me) return this.who(grantee, [])
    if (id === undefined || grantee === undefined) return this.#words.say('answer.unnamedReader')
    const ask = () => this.#wording.granteeOf({ id, grantee }, this.#me)
    return this.#named(grantee, ask) ?? this.#words.say('answer.unnamedReader')
  }

  /**
   * A subject may know who was shown their records by consent, persons included. One that read them as its own may
   * have done so because of what the subject alone states: it is named if it was named before.
   */
  reader(party: string, isByConsent: boolean): string {
    if (!isByConsent) return this.who(party, [])
    const named = this.#wording.nameOf(party, null, [])
    return (named && fullName(named, this.#words)) ?? this.#words.say('statement.paper.nameless')
  }

  /** Returns a member of a record that is a party. The party that wrote the record makes it known. */
  #party(record: ToldRecord, party: unknown): string {
    return this.who(party, [record.asserted_by, record.on_behalf_of])
  }

  /** A party that was named once is named from then on; null if it is not. */
  #named(party: string, ask: () => CalledParty | null): string | null {
    const key = `party ${party}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const named = ask()
    const text = named && fullName(named, this.#words)
    return text && this.#once(key, () => text)
  }

  /** @param leftOut the members left out because they name other persons */
  what(record: ToldRecord, leftOut: readonly PartyPointer[] = []): string {
    const { say } = this.#words
    const goods = () => this.#goods(record)
    const { type } = record
    switch (type) {
      case 'party':
        return say('answer.record.party', { facts: this.#register(record) })
      case 'harvest':
        return `${say('answer.record.harvest', { producer: this.#party(record, record.producer), goods: goods() })}${this.#plot(record)}`
      case 'lot':
        return say('answer.record.lot', { holder: this.#party(record, record.holder), goods: goods() })
      case 'delivery_confirmation':
      case 'payment_confirmation':
      case 'obligation_confirmation':
        return this.#confirmation(type, record, leftOut)
      case 'custody_transfer':
        return record.quantity === undefined
          ? say('answer.record.custody_transfer', this.#fromTo(record))
          : say('answer.record.custody_transferWeighed', { ...this.#fromTo(record), goods: goods() })
      case 'loss':
        return say('answer.record.loss', { cause: reasonWords(this.#words, record.cause), goods: goods() })
      case 'obligation':
        return this.#obligation(record)
      case 'payment':
        return say('answer.record.payment', {
          payer: this.#party(record, record.payer),
          payee: this.#party(record, record.payee),
          amount: this.#words.money(must(record.amount)),
          facts: facts(spaced(this.#words, record.purpose), spaced(this.#words, record.method)),
        })
      case 'retraction':
        return say('answer.record.retraction', { reason: reasonWords(this.#words, record.reason) })
      case 'plot':
        return this.#land(record)
      case 'due_diligence':
        return this.#statement(record)
      default:
        return this.#said(type, record)
    }
  }

  #fromTo(record: ToldRecord) {
    return { from: this.#party(record, record.from_party), to: this.#party(record, record.to_party) }
  }

  #confirmation(type: ConfirmationType, record: ToldRecord, leftOut: readonly PartyPointer[]): string {
    const { say } = this.#words
    const manner = howWords(this.#words, record.channel)
    // A signature stays one where another person's id was left out.
    if (record.signed_by === undefined && !leftOut.includes('/signed_by'))
      return say(`answer.record.${type}`, { manner })
    return say('answer.record.signed', {
      ...{ what: must(confirmedType(type)), manner },
      ...{
        signer: atStart(this.#party(record, record.signed_by)),
        author: atStart(this.#party(record, record.asserted_by)),
      },
    })
  }

  #obligation(record: ToldRecord): string {
    const { calendar, money, say } = this.#words
    const { amount, due_at, quantity } = record
    return say('answer.record.obligation', {
      obligor: this.#party(record, record.obligor),
      obligee: this.#party(record, record.obligee),
      facts: facts(
        owedWords(this.#words, record.kind),
        quantity !== undefined && this.#goods(record),
        amount !== undefined && money(amount),
        typeof due_at === 'string' && say('answer.fact.due', { day: calendar.day(due_at) }),
      ),
    })
  }

  readonly #written: MemberWords = (value) =>
    quoted(typeof value === 'object' ? JSON.stringify(value) : String(value), 2_000)
  readonly #day: MemberWords = (at) => this.#words.calendar.day(String(at))
  readonly #howMany: MemberWords = (list) => this.#words.amount((list as readonly unknown[]).length)

  /** The values of each kind. */
  readonly #values: Readonly<Record<FieldKind, MemberWords>> = {
    ...ofEachMeasure((): MemberWords => (value) => this.#words.amount(Number(value))),
    party: (id, record) => this.#party(record, id),
    crop: (code) => this.#crop(String(code)),
    quantity: (_, record) => this.#goods(record),
    money: (value) => this.#words.money(value as Money),
    day: this.#day,
    stamp: this.#day,
    word: (code) => spaced(this.#words, code),
    ids: (ids) => quoted(idsText(ids as readonly OtherId[]), 2_000),
    plots: this.#howMany,
    parts: this.#howMany,
    inputs: this.#howMany,
    reference: this.#written,
    id: this.#written,
    crops: this.#written,
    region: this.#written,
    country: this.#written,
    kg: this.#written,
    factor: this.#written,
    happened: this.#written,
    text: this.#written,
    phone: this.#written,
    language: this.#written,
    count: this.#written,
    yes: this.#written,
    answer: this.#written,
    outline: this.#written,
    place: this.#written,
    pictures: this.#written,
  }

  /** Describes a record of a type that has no sentence here: each member with its name. */
  #said(type: RecordType, record: ToldRecord): string {
    const { say, singular } = this.#words
    const said = fieldsOf(type)
      .filter(({ member }) => record[member] !== undefined)
      .map(({ member, kind }) =>
        say('answer.record.member', {
          member: atStart(say(`entry.${member}`)),
          value: this.#values[kind](record[member], record),
        }),
      )
    return `${atStart(singular(type))}. ${said.join(' ')}`
  }

  /** Describes a record of any type but a delivery. */
  sentences(record: ToldRecord, leftOut: readonly PartyPointer[]): string {
    return [atStart(this.what(record, leftOut)), ...this.#remarks(record, leftOut)].join(' ')
  }

  delivery(record: ToldRecord, leftOut: readonly PartyPointer[]): DeliveryWords {
    const { amount, money, say } = this.#words
    const { quantity, crop, agreed_price: price, normalized_kg: reckoned } = record
    const { confirmation, kg: mass } = record.derived
    return {
      parties: say('answer.deliveries', this.#fromTo(record)),
      crop: typeof crop === 'string' ? this.#once(`crop ${crop}`, () => this.#crop(crop)) : '',
      quantity: quantity === undefined ? say('answer.goods.none') : this.#measured(quantity),
      kg: typeof mass === 'number' ? amount(mass) : '',
      isReckoned: reckoned !== undefined,
      price: price === undefined ? '' : money(price),
      confirmed: confirmation?.confirmed
        ? say(confirmation.on_paper ? 'record.isSigned' : 'record.isConfirmed')
        : say('show.unconfirmed'),
      remarks: this.#remarks(record, leftOut),
    }
  }

  /**
   * Describes who recorded it and when, and its standing, each unless it is what `answer.unlessSaid` says of all; its other
   * members; and the letter of its lawful basis.
   */
  #remarks(record: ToldRecord, leftOut: readonly PartyPointer[]): string[] {
    const { say, sayIfKnown } = this.#words
    const { standing } = record.derived
    return [
      ...this.#by(record, leftOut),
      standing === 'tip' ? '' : (sayIfKnown(`answer.is.${standing}`) ?? ''),
      ...this.#more(record),
      say('answer.ground', { letter: this.#letterOf(record.lawful_basis) }),
    ].filter((text) => text !== '')
  }

  /** The lawful bases of the records described so far, each with its letter. */
  grounds(): string[] {
    return [...this.#letters].map(([code, letter]) =>
      this.#words.say('answer.groundIs', { letter, basis: keptOn(this.#words, this.#wording, code) }),
    )
  }

  #letterOf(code: LawfulBasis): string {
    const letter = this.#letters.get(code) ?? String.fromCharCode(FIRST_LETTER + this.#letters.size)
    this.#letters.set(code, letter)
    return letter
  }

  #by(record: ToldRecord, leftOut: readonly PartyPointer[]): string[] {
    const { calendar, say } = this.#words
    const isForAnother = record.on_behalf_of !== undefined || leftOut.includes('/on_behalf_of')
    const day = calendar.isoDay(String(record.occurred_at))
    const isOfTheDay = [record.recorded_at, record.received_at].every(
      (at) => calendar.isoDay(String(at)) === day,
    )
    if (!isForAnother && isOfTheDay && record.asserted_by === this.#wording.cooperative()) return []
    const author = this.#party(record, record.asserted_by)
    const principal = isForAnother ? this.#party(record, record.on_behalf_of) : null
    return [
      principal === null
        ? say('answer.recordedBy', { author })
        : say('answer.recordedByFor', { author, principal }),
      ...(isOfTheDay
        ? []
        : [
            say('answer.recordedOn', {
              recorded: calendar.day(record.recorded_at),
              received: calendar.day(record.received_at),
            }),
          ]),
    ]
  }

  /** Describes the members that are not in the first sentence. */
  #more(record: ToldRecord): string[] {
    const { say, sayIfKnown } = this.#words
    const { measurement_method: method } = record
    const { confirmation, flags = [] } = record.derived
    return [
      ...(['season', 'grade', 'location', 'reference', 'note'] as const).flatMap((member) =>
        // The number of a statement is in its first sentence.
        record[member] === undefined || (member === 'reference' && record.type === 'due_diligence')
          ? []
          : [say(`answer.more.${member}`, { text: quoted(String(record[member]), 2_000) })],
      ),
      ...(method === undefined
        ? []
        : [`${sayIfKnown(`receipt.method.${method}`) ?? spaced(this.#words, method)}.`]),
      ...(['inputs', 'settles', 'plot_ids', 'evidence'] as const).flatMap((member) => {
        const all = record[member]
        return Array.isArray(all) ? [say(`answer.more.${member}`, { count: all.length })] : []
      }),
      ...(confirmation?.on_paper
        ? [say('answer.more.signed')]
        : // A delivery has a column for it.
          confirmation?.confirmed && record.type !== 'delivery'
          ? [say('answer.more.confirmed')]
          : []),
      ...(flags.length === 0
        ? []
        : [
            say('answer.more.marked', {
              flags: flags.map((flag) => flagWords(this.#words, flag)).join(', '),
            }),
          ]),
    ]
  }

  #crop(id: string): string {
    return plain(this.#words.crop({ id, name: this.#wording.crop(id) }), 60)
  }

  #goods(record: ToldRecord): string {
    const { amount, say } = this.#words
    const { quantity, crop: code, normalized_kg } = record
    const crop = typeof code === 'string' ? this.#once(`crop ${code}`, () => this.#crop(code)) : undefined
    if (quantity === undefined)
      return crop === undefined ? say('answer.goods.none') : say('answer.goods.noneOf', { crop })
    const measured = this.#measured(quantity)
    const goods = crop === undefined ? measured : say('answer.goods.of', { quantity: measured, crop })
    return normalized_kg === undefined
      ? goods
      : say('answer.goods.reckoned', { goods, kg: amount(Number(normalized_kg)) })
  }

  #measured({ value, unit: code, label }: Quantity): string {
    const { amount, say, units } = this.#words
    const name = this.#once(`unit ${code}`, () => plain(this.#wording.unit(code), 40))
    const quantity = `${amount(value)} ${units({ id: code, name }, value)}`
    return label === undefined ? quantity : say('answer.goods.called', { quantity, label: quoted(label, 40) })
  }

  #once(key: string, ask: () => string): string {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const text = ask()
    if (this.#known.size < REMEMBERED) this.#known.set(key, text)
    return text
  }

  #register(record: ToldRecord): string {
    const { say } = this.#words
    const { display_name, kind, phone, region, member_no, language, messages } = record
    return facts(
      say('answer.fact.name', { name: quoted(String(display_name), 100) }),
      say('answer.fact.kind', {
        kind: kind === 'unknown' ? say('answer.fact.unknownKind') : spaced(this.#words, kind),
      }),
      phone !== undefined && say('answer.fact.phone', { phone: plain(String(phone)) }),
      region !== undefined && say('answer.fact.region', { region: this.#wording.region(String(region)) }),
      member_no !== undefined && say('answer.fact.memberNo', { number: plain(String(member_no), 40) }),
      language !== undefined && say('answer.fact.language', { language: languageCalled(String(language)) }),
      messages !== undefined && say(messages ? 'answer.fact.messages' : 'answer.fact.noMessages'),
    )
  }

  #land(record: ToldRecord): string {
    const { amount, say } = this.#words
    const { name, country: code, region, crops, area_ha: area, geometry } = record
    const farmed = { holder: this.#party(record, record.holder), country: plain(String(code), 2) }
    return `${facts(
      name === undefined
        ? say('answer.record.plot', farmed)
        : say('answer.record.plotNamed', { ...farmed, name: quoted(name, 60) }),
      region !== undefined && say('answer.fact.region', { region: this.#wording.region(region) }),
      crops !== undefined &&
        say('answer.fact.crops', {
          crops: crops.map((crop) => this.#crop(crop)).join('; '),
        }),
      area !== undefined && say('answer.fact.hectares', { figure: amount(area), area }),
      geometry !== undefined && this.#at(geometry),
    )}.`
  }

  #statement(record: ToldRecord): string {
    const { calendar, say } = this.#words
    const { filed_by, filed_at, kind, status, contingency } = record
    const reference = record.reference ?? record.reference_number
    const verification = record.verification ?? record.verification_number
    const filed = {
      filer: this.#party(record, filed_by),
      facts: facts(
        kind === 'sd' && spaced(this.#words, kind),
        reference !== undefined && say('answer.fact.reference', { number: plain(String(reference), 40) }),
        verification !== undefined &&
          say('answer.fact.verification', { number: plain(String(verification), 40) }),
        contingency !== undefined && say('answer.fact.contingency'),
        status !== undefined && spaced(this.#words, status),
      ),
    }
    return atStart(
      typeof filed_at === 'string'
        ? say('answer.record.due_diligenceOn', { ...filed, day: calendar.day(filed_at) })
        : say('answer.record.due_diligence', filed),
    )
  }

  #plot({ plot }: ToldRecord): string {
    const { say } = this.#words
    if (plot === undefined || typeof plot === 'string') return ''
    const named =
      plot.name === undefined
        ? say('answer.fact.plot')
        : say('answer.fact.plotNamed', { name: quoted(plot.name, 60) })
    return ` ${facts(named, plot.geometry !== undefined && this.#at(plot.geometry))}.`
  }

  /** Gives the numbers as sent: longitude before latitude. */
  #at(geometry: unknown): string {
    const { say } = this.#words
    const numbers = [membersOf(geometry).coordinates].flat(9)
    const areRead = numbers.every((n) => typeof n === 'number')
    return say('answer.fact.at', {
      coordinates: areRead ? numbers.join(' ') : say('answer.fact.noCoordinates'),
    })
  }
}

/** Lists the facts that a record states. */
const facts = (...all: readonly (string | false)[]): string => all.filter((fact) => fact !== false).join(', ')
