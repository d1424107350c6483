/**
 * Lines of scales, from their manuals. `copied`: the manual shows this line. `made`: the manual shows the fields, and
 * the line is made by them, with figures of our own. `memory`: the maker's format as we know it; no manual was at hand.
 */

export type Expected =
  | readonly ['stable' | 'moving', figure: string, unit: string]
  | 'moving'
  | 'over'
  | 'below'
  | 'nothing'

export type LineOfManual = readonly [
  line: string,
  expected: Expected,
  source: string,
  how: 'copied' | 'made' | 'memory',
]

const AND_4329 = 'A&D AD-4329A Weighing Indicator, 11.1.1 Data Format (page 43) and 12.1.2'
const AND_FX = 'A&D FX/FZ-CT, page 31, CSV format'
const CAS = 'CAS CI-600D series, 10-1 CAS 22Bytes Format (page 74)'
const CAS_AND = 'CAS CI-600D series, 10-3 AND 18bytes (page 74)'
const SICS = 'Mettler Toledo AB/AL-IC balances, operating instructions, MT-SICS commands (page 72)'
const TOLEDO =
  'Mettler Toledo WILDCAT Technical Manual (12/00), Appendix 2, tables 6-8 to 6-11 (pages 6-4, 6-5)'
const OHAUS_RS232 = 'Ohaus RS232 Interface Manual, page EN-3, output examples'
const OHAUS_3000 = 'Ohaus 3000 Series Indicators (Defender 3000), 5.2 Output Format (page EN-35)'
const OHAUS_RC = 'Ohaus Ranger Count, 5.1.4 Output format (page 36)'
const KERN_KXS = 'KERN KXS/KXG-TM, 14.1 7-digit data format (page 70)'
const KERN_KFB = 'KERN KFB/KFN-TM, 10.4 Remote control instructions (page 49)'
const KERN_GAB = 'KERN GAB-N, 12.1.3 Explanation of the data transfer (page 37)'
const KERN_FKB = 'KERN FKB-A, data formats h. and j. (page 37)'
const ADAM_HIGHLAND = 'Adam Highland series (2014), RS-232 Format 2 Output (page 29)'
const ADAM_CPW = 'Adam CPWplus, RS-232 output format (page 16)'
const ADAM_CBC = 'Adam CBC series, Data Format-Normal Output (page 18)'
const SARTORIUS = 'Sartorius EB series, Output Format With 16 Characters (page 62)'
const RICE_LAKE = 'Rice Lake 682 Synergy Plus, 16.5.1, figure 16-1 (page 110)'
const RICE_LAKE_AV = 'Rice Lake Tracer AV, 6.3, figure 6-1 (page 34)'
const CAS_CBL = 'CAS CBL series, 3. Input/output Format (page 31)'

const STX = '\x02'
/** Toledo's status words, by their bits. */
const toledo = (a: number, b: number, c: number, weight: string) =>
  `${STX}${String.fromCharCode(a, b, c)}${weight}000000`

export const LINES: readonly LineOfManual[] = [
  ['ST,GS,+0085.50kg', ['stable', '85.50', 'kg'], AND_4329, 'made'],
  ['ST,NT,+0085.50 kg', ['stable', '85.50', 'kg'], AND_4329, 'made'],
  ['US,NT,-0001.20kg', 'below', AND_4329, 'made'],
  ['US,GS,+0085,50kg', ['moving', '85.50', 'kg'], AND_4329, 'made'],
  ['ST,G~,+0085.50 lb', ['stable', '85.50', 'lb'], AND_4329, 'made'],
  ['ST,TR,+0001.00kg', 'nothing', AND_4329, 'made'],
  ['ST,PT,+0001.00kg', 'nothing', AND_4329, 'made'],
  ['OL,GS,+    .  kg', 'over', AND_4329, 'made'],
  ['OL,GS,-    .  kg', 'below', AND_4329, 'made'],
  ['OL,GS,+9999999kg', 'over', AND_4329, 'made'],
  ['ST,+0001.278, ct', 'nothing', AND_FX, 'copied'],
  ['OL,+9999999E+19, ct', 'over', AND_FX, 'copied'],
  ['ST,+0012.780,  g', ['stable', '12.780', 'g'], AND_FX, 'made'],
  ['ST,+00123.45  g', ['stable', '123.45', 'g'], 'A&D standard format of balances', 'memory'],
  ['QT,+00000025 PC', 'nothing', 'A&D standard format of balances', 'memory'],
  ['ST,GS,+ 85.50kg', ['stable', '85.50', 'kg'], 'A&D and scales that write as theirs do', 'memory'],
  ['ST,GS,   245.6 g', ['stable', '245.6', 'g'], 'T-Scale QHW', 'memory'],
  ['ST,GS,1\xc0,000013.5 kg', ['stable', '13.5', 'kg'], CAS, 'made'],
  ['US,NT,\x01\x84,   -13.5 kg', 'below', CAS, 'made'],
  ['US,GS,=\x84,000013.5 kg', ['moving', '13.5', 'kg'], CAS, 'made'],
  ['ST,GS,0\xe4,000001.5  t', ['stable', '1.5', 't'], CAS, 'made'],
  ['ST,GS,10,00001350 kg', ['stable', '1350', 'kg'], CAS, 'made'],
  ['OL,GS,1\xc0,         kg', 'over', CAS, 'made'],
  ['ST,GS,000013.5kg', ['stable', '13.5', 'kg'], CAS_AND, 'made'],
  ['000013.5', 'nothing', 'CAS CI-600D series, 10-2 CAS 10Bytes (page 74)', 'made'],
  ['S-  1000.00g ', 'nothing', CAS_CBL, 'made'],
  ['S S     100.00 g', ['stable', '100.00', 'g'], SICS, 'copied'],
  ['S S      85.50 kg', ['stable', '85.50', 'kg'], SICS, 'made'],
  ['S S     85.50 kg', ['stable', '85.50', 'kg'], SICS, 'made'],
  ['S D      84.10 kg', ['moving', '84.10', 'kg'], SICS, 'made'],
  ['S S      -1.20 kg', 'below', SICS, 'made'],
  ['S I', 'moving', SICS, 'copied'],
  ['S +', 'over', SICS, 'copied'],
  ['S -', 'below', SICS, 'copied'],
  ['S S      12 PCS', 'nothing', SICS, 'made'],
  ['ES', 'nothing', 'Mettler Toledo MT-SICS, error messages', 'memory'],
  // SWA 0x24: two decimals. SWB 0x30: kg, and 0x38 in motion, 0x32 negative, 0x34 out of range, 0x70 not zeroed since power-up.
  [toledo(0x2c, 0x30, 0x20, '  8550'), ['stable', '85.50', 'kg'], TOLEDO, 'made'],
  [toledo(0x2c, 0x30, 0x20, '008550'), ['stable', '85.50', 'kg'], TOLEDO, 'made'],
  [toledo(0x2c, 0x31, 0x20, '000005'), ['stable', '0.05', 'kg'], TOLEDO, 'made'],
  [toledo(0x2d, 0x20, 0x28, '  8550'), ['stable', '8.550', 'lb'], TOLEDO, 'made'],
  [toledo(0x2a, 0x30, 0x20, '   855'), ['stable', '855', 'kg'], TOLEDO, 'made'],
  [toledo(0x29, 0x30, 0x20, '    85'), ['stable', '850', 'kg'], TOLEDO, 'made'],
  [toledo(0x28, 0x30, 0x20, '    85'), ['stable', '8500', 'kg'], TOLEDO, 'made'],
  [toledo(0x2a, 0x20, 0x21, '   855'), ['stable', '855', 'g'], TOLEDO, 'made'],
  [toledo(0x2c, 0x38, 0x20, '  8550'), ['moving', '85.50', 'kg'], TOLEDO, 'made'],
  [toledo(0x2c, 0x70, 0x20, '  8550'), ['moving', '85.50', 'kg'], TOLEDO, 'made'],
  [toledo(0x2c, 0x32, 0x20, '  8550'), 'below', TOLEDO, 'made'],
  [toledo(0x2c, 0x34, 0x20, '  8550'), 'over', TOLEDO, 'made'],
  [toledo(0x2c, 0x36, 0x20, '  8550'), 'below', TOLEDO, 'made'],
  [toledo(0x2c, 0x30, 0x30, '085504'), 'nothing', TOLEDO, 'made'],
  [toledo(0x2c, 0x30, 0x22, '  8550'), 'nothing', TOLEDO, 'made'],
  ['     192.21 g', ['stable', '192.21', 'g'], OHAUS_RS232, 'copied'],
  ['       0.01 g ?', ['moving', '0.01', 'g'], OHAUS_RS232, 'copied'],
  ['      0.5950 oz   ?', ['moving', '0.5950', 'oz'], OHAUS_RS232, 'copied'],
  ['       0.211 kg ?', ['moving', '0.211', 'kg'], OHAUS_RS232, 'copied'],
  ['           3 PCS  ?', 'nothing', OHAUS_RS232, 'copied'],
  ['     207.80 g TOTAL', 'nothing', OHAUS_RS232, 'copied'],
  ['    85.50 kg     G  ', ['stable', '85.50', 'kg'], OHAUS_3000, 'made'],
  ['    85.50 kg    ?G  ', ['moving', '85.50', 'kg'], OHAUS_3000, 'made'],
  ['    80.50 lb     NET', ['stable', '80.50', 'lb'], OHAUS_3000, 'made'],
  ['     1.00 kg     T  ', 'nothing', OHAUS_3000, 'made'],
  ['-   12.50 kg     G  ', 'below', OHAUS_3000, 'made'],
  ['     85.50 kg   B/G', ['stable', '85.50', 'kg'], OHAUS_RC, 'made'],
  ['G               85.50 kg  ', 'nothing', OHAUS_RC, 'made'],
  ['ST,GS,+01234567  oz', ['stable', '1234567', 'oz'], KERN_KXS, 'copied'],
  ['ST,NT,+1.23.456tl.g', 'nothing', KERN_KXS, 'copied'],
  ['ST,TR,+012.3456  kg', 'nothing', KERN_KXS, 'copied'],
  ['OL,GS,+            ', 'over', KERN_KXS, 'copied'],
  ['OL,GS,-            ', 'below', KERN_KXS, 'copied'],
  ['US,GS,+01234.56  lb', ['moving', '1234.56', 'lb'], KERN_KXS, 'copied'],
  ['G+1.23.456', 'nothing', KERN_KXS, 'copied'],
  ['ST,GS 1.000KG', ['stable', '1.000', 'kg'], KERN_KFB, 'copied'],
  ['US,GS 1.342KG', ['moving', '1.342', 'kg'], KERN_KFB, 'copied'],
  ['10PCS', 'nothing', KERN_KFB, 'copied'],
  ['ST,G,   85.50,kg', ['stable', '85.50', 'kg'], KERN_GAB, 'made'],
  ['US,N,-   1.20,kg', 'below', KERN_GAB, 'made'],
  ['          0.0 g  ', ['stable', '0.0', 'g'], KERN_FKB, 'made'],
  ['        200.5 ', 'moving', KERN_FKB, 'made'],
  ['       123.45 g ', ['stable', '123.45', 'g'], ADAM_HIGHLAND, 'copied'],
  ['-      123.45 g ', 'below', ADAM_HIGHLAND, 'copied'],
  ['          125PCS', 'nothing', ADAM_HIGHLAND, 'copied'],
  ['+ 2.00 kg', ['stable', '2.00', 'kg'], ADAM_CPW, 'copied'],
  ['Gross Wt 1.234 Kg', 'nothing', ADAM_CBC, 'copied'],
  ['+    85.50 kg ', ['stable', '85.50', 'kg'], SARTORIUS, 'made'],
  ['+    85.50    ', 'moving', SARTORIUS, 'made'],
  ['-     1.20 kg ', 'below', SARTORIUS, 'made'],
  ['       H      ', 'over', SARTORIUS, 'made'],
  ['       L      ', 'below', SARTORIUS, 'made'],
  [`${STX}   85.50KG `, ['stable', '85.50', 'kg'], RICE_LAKE, 'made'],
  [`${STX}   85.50LN `, ['stable', '85.50', 'lb'], RICE_LAKE, 'made'],
  [`${STX}   85.50KGM`, ['moving', '85.50', 'kg'], RICE_LAKE, 'made'],
  [`${STX}   85.50KGI`, ['moving', '85.50', 'kg'], RICE_LAKE, 'made'],
  [`${STX}   85.50KGO`, 'over', RICE_LAKE, 'made'],
  [`${STX}    0.00KGZ`, ['stable', '0.00', 'kg'], RICE_LAKE, 'made'],
  [`${STX}-   1.20KG `, 'below', RICE_LAKE, 'made'],
  [`${STX}   85.50TG `, 'nothing', RICE_LAKE, 'made'],
  [`${STX}    85.5 G `, 'nothing', RICE_LAKE, 'made'],
  [`${STX}   85.50KGG `, ['stable', '85.50', 'kg'], RICE_LAKE_AV, 'made'],
  [`${STX}^^^^^^^^KGGO`, 'over', RICE_LAKE_AV, 'made'],
  [`${STX}]]]]]]]]KGGO`, 'below', RICE_LAKE_AV, 'made'],
]
