/**
 * Results of FAO's Whisp, made here from the columns of real ones (openforis-whisp 3.0.0a11, `tests/fixtures/local_current_10ha.csv`
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
  ...['EUFO_2020', 'GLAD_Primary', 'TMF_undist', 'GFC_TC_2020', 'Forest_FDaP', 'ESA_TC_2020', 'TMF_plant'],
  ...['Oil_palm_Descals', 'Oil_palm_FDaP', 'Coffee_FDaP', 'Cocoa_FDaP', 'Cocoa_ETH', 'Rubber_FDaP'],
  ...['Rubber_RBGE', 'Soy_Song_2020', ...years('TMF_def_', 2000, 2024), ...years('TMF_deg_', 2000, 2024)],
  ...[
    ...years('GFC_loss_year_', 2001, 2024),
    ...years('RADD_year_', 2019, 2026),
    ...years('DIST_year_', 2024, 2026),
  ],
  ...[
    ...years('GLAD-L_year_', 2017, 2023),
    ...years('GLAD-L_year_', 2025, 2026),
    ...years('GLAD-S2_year_', 2019, 2026),
  ],
  ...[...years('ESA_fire_', 2001, 2020), ...years('MODIS_fire_', 2000, 2025), 'TMF_deg_before_2020'],
  ...['TMF_def_before_2020', 'GFC_loss_before_2020', 'ESA_fire_before_2020', 'MODIS_fire_before_2020'],
  ...[
    'RADD_before_2020',
    'GLAD-L_before_2020',
    'GLAD-S2_before_2020',
    'TMF_deg_after_2020',
    'TMF_def_after_2020',
  ],
  ...[
    'GFC_loss_after_2020',
    'MODIS_fire_after_2020',
    'RADD_after_2020',
    'DIST_after_2020',
    'GLAD-L_after_2020',
  ],
  ...[
    'GLAD-S2_after_2020',
    'GFT_primary',
    'IFL_2020',
    'European_Primary_Forest',
    'GFT_naturally_regenerating',
  ],
  ...[
    'GFT_planted_plantation',
    'IIASA_planted_plantation',
    'TMF_regrowth_2023',
    'ESRI_2023_TC',
    'Oil_palm_2023_FDaP',
  ],
  ...[
    'Rubber_2023_FDaP',
    'Coffee_FDaP_2023',
    'Cocoa_2023_FDaP',
    'ESRI_crop_gain_2020_2023',
    'GFW_logging_before_2020',
  ],
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
