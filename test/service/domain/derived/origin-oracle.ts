import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { DRAWABLE, inputs, Oracle, round } from './oracle.ts'

type Part = { readonly kg: number; readonly of: 'unknown' } | { readonly kg: number; readonly of: RecordBody }

/** The origin of a lot once more: every path from the lot to a source by itself, with no thought of how many there are. */
export class OriginOracle extends Oracle {
  private asked: RecordBody | null = null

  origin(lot: RecordBody) {
    this.asked = lot
    const faults = new Set<string>()
    const followed = new Set<RecordBody>()
    const plots = new Map<string, boolean>()
    const by = { named: 0, holder: 0, unknown: 0 }

    const lots = this.lotsBelow(lot)
    if (this.standing(lot) !== 'tip') faults.add(`${this.standing(lot)} ${lot.id}`)
    for (const each of lots) {
      if (!this.sameChain(each, lot)) followed.add(this.first(each))
      this.noteMass(each, faults)
      for (const input of inputs(each)) this.notePart(each, input.record_id, lots, faults)
      if (inputs(each).every(({ kg }) => kg === 0))
        if (each !== lot || inputs(each).length === 0) faults.add(`plot_missing ${each.id}`)
      for (const part of this.parts(each)) {
        if (part.of === 'unknown' || part.of.type === 'lot') continue
        followed.add(this.first(part.of))
        const { known, behind, fault } = this.plotsBehind(part.of)
        if (fault !== null) faults.add(`${fault} ${part.of.id}`)
        if (this.massIn(part.of, part.of.crop) === null) faults.add(`mass_unknown ${part.of.id}`)
        for (const plot of behind) plots.set(plot, (plots.get(plot) ?? false) || known === 'named')
      }
    }

    const walk = (from: RecordBody, share: number): void => {
      for (const part of this.parts(from)) {
        const kg = part.kg * share
        if (part.of === 'unknown') by.unknown += kg
        else if (part.of.type !== 'lot') by[this.plotsBehind(part.of).known] += kg
        else if (this.total(part.of) === 0) by.unknown += kg
        else walk(part.of, kg / this.total(part.of))
      }
    }
    walk(lot, 1)

    const declared = this.massIn(lot, lot.crop)
    const states = inputs(lot).length > 0
    const kg = states ? this.total(lot) : declared
    if (!states) by.unknown = declared ?? 0
    return {
      kg,
      by,
      records: followed.size,
      plots: [...plots].sort(([a], [b]) => (a < b ? -1 : 1)),
      faults: [...faults].sort(),
      complete: kg !== null && kg > 0 && faults.size === 0 && by.unknown === 0,
    }
  }

  private total = (lot: RecordBody): number => round(inputs(lot).reduce((sum, { kg }) => sum + kg, 0))

  /** The lot and the current version of each that it draws on, through others too. */
  private lotsBelow(lot: RecordBody): RecordBody[] {
    const lots = [lot]
    for (const each of lots)
      for (const { record_id } of inputs(each)) {
        const on = this.drawnOn(each, record_id)
        if (on?.type === 'lot' && !lots.some((known) => this.sameChain(known, on))) lots.push(on)
      }
    return lots
  }

  /** The current version of what an input names, as far as the lot's asserter may know; null: none. */
  private drawnOn(lot: RecordBody, id: string): RecordBody | null {
    const target = this.follow(lot, id, DRAWABLE)
    if (target === null || this.sameChain(target, lot)) return null
    const [tip] = this.tips(target)
    if (tip === undefined) return null
    // Of the lot asked about, the version asked about.
    return this.asked !== null && this.sameChain(this.asked, tip) ? this.asked : tip
  }

  /** Does one lot lead to the other through what they draw on? */
  private leadsTo(from: RecordBody, to: RecordBody): boolean {
    return this.lotsBelow(from)
      .slice(1)
      .some((below) => this.sameChain(below, to))
  }

  private parts(lot: RecordBody): Part[] {
    return inputs(lot).map(({ record_id, kg }) => {
      const on = this.drawnOn(lot, record_id)
      const isCircular = on?.type === 'lot' && (this.leadsTo(on, lot) || this.sameChain(on, lot))
      return on === null || isCircular ? { kg, of: 'unknown' } : { kg, of: on }
    })
  }

  private noteMass(lot: RecordBody, faults: Set<string>): void {
    const declared = this.massIn(lot, lot.crop)
    if (declared === null) faults.add(`mass_unknown ${lot.id}`)
    else if (inputs(lot).length > 0 && declared - this.total(lot) > round(0.02 * declared))
      faults.add(`mass_balance_discrepancy ${lot.id}`)
  }

  private notePart(lot: RecordBody, id: string, lots: RecordBody[], faults: Set<string>): void {
    const target = this.follow(lot, id, DRAWABLE)
    if (target === null) return void faults.add(`reference_unresolved ${lot.id}`)
    if (this.sameChain(target, lot)) return void faults.add(`circular ${lot.id}`)
    const [tip] = this.tips(target)
    if (tip === undefined) {
      const isForked = this.versions(target).some((version) => this.standing(version) === 'forked')
      return void faults.add(`${isForked ? 'forked' : 'retracted'} ${target.id}`)
    }
    if (this.overdrawing(tip).includes(tip)) faults.add(`input_overdrawn ${tip.id}`)
    if (tip.type === 'lot' && this.leadsTo(lots.find((each) => this.sameChain(each, tip)) ?? tip, lot))
      faults.add(`circular ${lot.id}`)
  }

  private plotsBehind(r: RecordBody): {
    known: 'named' | 'holder' | 'unknown'
    behind: string[]
    fault: string | null
  } {
    const speakers = this.speakersOfPlots(r)
    const holder = r.producer ?? r.from_party
    const saidBy = (p: RecordBody, parties: readonly unknown[]) =>
      this.speakers(p).some((who) => parties.includes(who)) ||
      (p.asserted_by === this.cooperative && parties.includes(p.holder))
    const current = this.all.filter((p) => p.type === 'plot' && this.standing(p) === 'tip')
    const best = (plots: RecordBody[]) =>
      plots
        .map((p) => ({ p, own: this.speakers(p).includes(r.asserted_by) ? 1 : 0 }))
        .sort(
          (a, b) =>
            b.own - a.own || b.p.occurred_at.localeCompare(a.p.occurred_at) || (a.p.id < b.p.id ? 1 : -1),
        )[0]?.p
    const ids = r.plot_ids ?? []
    if (ids.length > 0) {
      const found = ids.map((id) => best(current.filter((p) => p.plot === id && saidBy(p, speakers))))
      const behind = [...new Set(found.flatMap((p) => (p === undefined ? [] : [p.id])))]
      return {
        known: behind.length > 0 ? 'named' : 'unknown',
        behind,
        fault: found.includes(undefined) ? 'plot_unresolved' : null,
      }
    }
    const commodity = this.facts.commodityOf(r.crop as string)
    const isTheirs = (p: RecordBody) =>
      [p.holder, ...this.speakers(p)].some((who) => speakers.includes(String(who)))
    const growing = current.filter(
      (p) =>
        p.holder === holder &&
        isTheirs(p) &&
        saidBy(p, [...speakers, holder]) &&
        ((p.crops ?? []).length === 0 ||
          (p.crops ?? []).some((crop) => this.facts.commodityOf(crop) === commodity)),
    )
    const behind = [...new Set(growing.map((p) => p.plot))].map(
      (id) => (best(growing.filter((p) => p.plot === id)) as RecordBody).id,
    )
    return behind.length > 0
      ? { known: 'holder', behind, fault: null }
      : { known: 'unknown', behind, fault: 'plot_missing' }
  }
}
