import type { BlockCommand } from '@/api/types'

/** The commands on the table at the cursor, in the order of the menu. */
export const tableGroups = [
  { name: 'rows', commands: ['addRowAbove', 'addRowBelow', 'moveRowUp', 'moveRowDown', 'deleteRow'] },
  {
    name: 'columns',
    commands: ['addColumnLeft', 'addColumnRight', 'moveColumnLeft', 'moveColumnRight', 'deleteColumn'],
  },
  { name: 'cells', commands: ['mergeRight', 'mergeDown', 'splitCell', 'fillCells'] },
  { name: 'header', commands: ['makeHeader', 'makeBody'] },
  { name: 'widths', commands: ['widenColumn', 'narrowColumn', 'equalColumns'] },
] as const satisfies readonly { name: string; commands: readonly BlockCommand[] }[]

const ofTables = new Set<BlockCommand>(
  tableGroups.flatMap(({ commands }): readonly BlockCommand[] => commands),
)

export const isTableCommand = (command: BlockCommand): boolean => ofTables.has(command)
