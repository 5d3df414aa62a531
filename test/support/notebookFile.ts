/** An output of a cell in a notebook file: its data by type; bytes are written in base64. */
export type OutputData = Record<string, string | Uint8Array>;

/** A cell of a notebook file. */
export type FileCell =
  | { code: string; outputs: readonly OutputData[] }
  | { markdown: string; attachments?: Record<string, OutputData> };

/** A notebook (nbformat 4) with these cells and their saved outputs, as Jupyter writes it. */
export function notebookFile(cells: readonly FileCell[]): string {
  const written = (data: OutputData): Record<string, string> =>
    Object.fromEntries(
      Object.entries(data).map(([mime, content]) => [
        mime,
        typeof content === 'string' ? content : Buffer.from(content).toString('base64'),
      ]),
    );
  const cell = (one: FileCell, at: number): object => {
    const same = { id: `cell-${at}`, metadata: {} };
    if ('code' in one)
      return {
        ...{ ...same, cell_type: 'code', execution_count: at + 1, source: [one.code] },
        outputs: one.outputs.map(data => ({
          output_type: 'display_data',
          metadata: {},
          data: written(data),
        })),
      };
    const attachments = Object.entries(one.attachments ?? {}).map(([name, data]) => [name, written(data)]);
    return {
      ...{ ...same, cell_type: 'markdown', source: [one.markdown] },
      ...(attachments.length > 0 && { attachments: Object.fromEntries(attachments) as object }),
    };
  };
  const language = { name: 'python', version: '3.12.0' };
  return JSON.stringify({
    ...{ nbformat: 4, nbformat_minor: 5, metadata: { language_info: language } },
    cells: cells.map(cell),
  });
}
