import { useState } from 'preact/hooks'
import type { Member } from '../engine/engine.ts'
import { partyOfCard } from '../rules/code.ts'
import { nameWith, safeText } from '../rules/text.ts'
import { Icon } from './icons.tsx'
import { Fault, TextField } from './parts.tsx'
import { Scanner } from './scanner.tsx'
import { useScreen } from './screen.ts'

/** Finds a member by number, name or card. */

const MOST = 8

export function FindMember(props: {
  readonly label: string
  readonly chosen: string
  readonly fault: string
  /** @param isSure whether the form goes on at once */
  readonly choose: (party: string, isSure: boolean) => void
}) {
  const { label, chosen, fault, choose } = props
  const { engine, words } = useScreen()
  const { say } = words
  const [search, setSearch] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [scanned, setScanned] = useState('')
  const found = search.trim() === '' ? [] : engine.members.find(search, MOST)
  const known = engine.members.of(chosen)
  const read = (text: string) => {
    setScanning(false)
    const party = partyOfCard(text)
    if (party === null) return setScanned(say('field.card.none'))
    if (engine.members.of(party) === undefined) return setScanned(say('field.card.unknown'))
    setScanned('')
    choose(party, true)
  }
  return (
    <>
      <TextField id="member" type="search" label={label} value={search} fault={fault} onInput={setSearch} />
      <Fault>{fault === '' ? scanned : ''}</Fault>
      {isScanning ? (
        <Scanner read={read} end={() => setScanning(false)} />
      ) : (
        <button type="button" class="quiet wide" onClick={() => setScanning(true)}>
          <Icon name="scan" />
          {say('field.card.scan')}
        </button>
      )}
      {search.trim() === '' && known !== undefined && (
        <p class="chosen">
          <Icon name="good" />
          <MemberLine member={known} />
        </p>
      )}
      {search.trim() !== '' && found.length === 0 && <p class="help">{say('field.member.nobody')}</p>}
      <ul class="found">
        {found.map((one) => (
          <li key={one.party}>
            <button
              type="button"
              class="line"
              onClick={() => {
                setSearch('')
                choose(one.party, true)
              }}
            >
              <MemberLine member={one} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

export function MemberLine({ member }: { readonly member: Member }) {
  const { engine } = useScreen()
  const { regions } = engine.registry
  const place = member.region === undefined ? undefined : (regions[member.region] ?? member.region)
  const rest = [member.number, place].filter((one) => one !== undefined).map(safeText)
  return (
    <span>
      <strong>{nameWith(member.name)}</strong>
      {rest.length > 0 && <small> {rest.join(' · ')}</small>}
    </span>
  )
}
