import { fromJson, given } from '../../base/typed.ts'
import type { EuFault } from '../../domain/eu-outline.ts'
import { FRONT_OFFICE_PURPOSE, frontOffice } from '../../identity/who.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { RecordKernel } from '../kernel.ts'

/** The origin of a lot, for the office. */

export interface OriginPlotLine {
  readonly record_id: string
  readonly holder: string
  readonly name?: string
  readonly country: string
  readonly area_ha?: number
  /** Whether the delivery or harvest names the plot; otherwise it is one of all plots of its holder. */
  readonly isNamed: boolean
  readonly flags: readonly string[]
  readonly euFaults: readonly EuFault[]
  /** GeoJSON, if it was asked for; of the first plots only. */
  readonly geometry?: object
}

/** Outlines are large: no more are returned than a map has room for. */
const MOST_OUTLINES = 200

interface OriginAsked {
  readonly id: string
  readonly withOutlines?: boolean
}

export const originTasks = tasksOn<RecordKernel>()({
  /** Returns the origin of a lot. It works in slices, since it reads every record behind the lot. */
  'lot.origin': async (kernel, operator, { id, withOutlines = false }: OriginAsked) => {
    const plots: OriginPlotLine[] = []
    // A long reply makes the texts of its later plots twice.
    const drawn = new Set<string>()
    const isDrawn = (id: string) => {
      if (withOutlines && drawn.size < MOST_OUTLINES) drawn.add(id)
      return drawn.has(id)
    }
    const found = await kernel.gate.origin(frontOffice(kernel, operator), FRONT_OFFICE_PURPOSE, {
      id,
      withNames: false,
      grown: () => {},
      render: ({ flags, euFaults, body, isNamed }) => {
        const { id: record_id, holder, name, country, area_ha, geometry } = body
        const line: OriginPlotLine = {
          ...{ record_id, holder, country, isNamed, flags, euFaults },
          ...given({
            name,
            area_ha,
            geometry: geometry !== undefined && isDrawn(record_id) ? geometry : undefined,
          }),
        }
        return JSON.stringify(line)
      },
    })
    if (found === null) throw new OperatorFault(...withRemedy('lots.noLot', { id }))
    for await (const texts of found.texts.all())
      for (const text of texts) plots.push(fromJson<OriginPlotLine>(text))
    const { origin, complete, faults, notShown, statements } = found
    return {
      kg: origin.kg,
      kgBy: origin.kgBy,
      records: origin.records,
      complete,
      faults,
      notShown,
      statements,
      plots,
    }
  },
})
