import { parse } from 'csv-parse/sync'

/**
 * Returns the cells of CSV, by row. Blank rows are kept, so that row numbers are those of a spreadsheet.
 * @throws {CsvError} if the cells cannot be separated
 */
export const csvCells = (text: string, delimiter: string): string[][] =>
  parse(text, {
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
  })
