/**
 * Results of FAO's Whisp, made here from some columns of real ones (openforis-whisp 3.0.0a11, `tests/fixtures/local_current_10ha.csv`
 * of github.com/forestdatapartnership/whisp, with the risk columns of its `risk.py`), since no screening can be had without an
 * account of Google Earth Engine. The figures mean nothing.
 */

export interface Screened {
  readonly external_id: string
  readonly geo: object | null
  readonly risk_pcrop?: string
  readonly risk_timber?: string
}

const years = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${from + at}`)

const DATA = [
  ...['EUFO_2020', 'GLAD_Primary', 'Coffee_FDaP', ...years('TMF_def_', 2000, 2024)],
  ...[...years('RADD_year_', 2019, 2026), 'RADD_after_2020', 'ESRI_crop_gain_2020_2023'],
]

const METADATA = { whisp_version: '3.0.0a11', processing_timestamp_utc: '2026-02-17 16:29:27+0000' }

function propertiesOf(one: Screened, at: number): Record<string, unknown> {
  const { external_id, risk_pcrop = 'low', risk_timber = 'more_info_needed' } = one
  return {
    ...{ plotId: String(at + 1), external_id, Area: 1.234, Geometry_type: 'Polygon', Country: 'UGA' },
    ...{ ProducerCountry: 'UG', Admin_Level_1: 'Mbale', Centroid_lon: 32.5, Centroid_lat: 1, Unit: 'ha' },
    ...{ In_waterbody: false, ...Object.fromEntries(DATA.map((name) => [name, 0.088])) },
    ...{ whisp_processing_metadata: METADATA, Ind_01_treecover: 'yes', Ind_02_commodities: 'no' },
    ...{ Ind_03_disturbance_before_2020: 'no', Ind_04_disturbance_after_2020: 'no' },
    ...{ risk_pcrop, risk_acrop: 'high', risk_timber },
  }
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** As the library writes it from pandas: the metadata in the form of Python, numbers unevenly rounded. */
export function libraryCsv(plots: readonly Screened[], without: readonly string[] = []): string {
  const python = `{'whisp_version': '3.0.0a11', 'processing_timestamp_utc': '2026-02-17 16:29:27+0000'}`
  return csvOf(plots, without, python, '')
}

/** As its service at whisp.openforis.org gives it for download. */
export const serviceCsv = (plots: readonly Screened[], without: readonly string[] = []): string =>
  csvOf(plots, without, JSON.stringify(METADATA), 'null')

function csvOf(
  plots: readonly Screened[],
  without: readonly string[],
  metadata: string,
  nothing: string,
): string {
  const rows = plots.map((one, at) => {
    const { whisp_processing_metadata: _, ...properties } = propertiesOf(one, at)
    return {
      ...properties,
      geo: one.geo === null ? nothing : JSON.stringify(one.geo),
      whisp_processing_metadata: metadata,
    }
  })
  const header = Object.keys(rows[0] ?? {}).filter((name) => !without.includes(name))
  const lines = rows.map((row) =>
    header.map((name) => quoted(String(row[name as keyof typeof row]))).join(','),
  )
  return [header.join(','), ...lines].join('\n')
}

export const serviceGeoJson = (plots: readonly Screened[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: plots.map((one, at) => ({
      type: 'Feature',
      properties: propertiesOf(one, at),
      geometry: one.geo,
    })),
  })
