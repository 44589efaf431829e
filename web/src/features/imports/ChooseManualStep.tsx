import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import type { FolderNode } from '@/lib/library/folderNodes'
import { databaseOf } from '@/lib/library/folders'
import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { Tree } from '@/ui/Tree'
import type { Target } from './importSteps'
import { useShelfTree } from './useShelfTree'

interface ChooseManualStepProps {
  chosen: Target | undefined
  /** A database that stands out while no manual is chosen, opened. */
  database: string | undefined
  /** Undefined when a database was clicked: no package goes into one. */
  onChoose: (target: Target | undefined) => void
  onNewDatabase: () => void
  onNewManual: (csdbName: string) => void
}

/** The library down to its manuals, one of which takes the package. */
export function ChooseManualStep(props: ChooseManualStepProps) {
  const { chosen, database, onChoose, onNewDatabase, onNewManual } = props
  const { t } = useTranslation()
  const { tree, isEmpty } = useShelfTree(chosen?.csdbName ?? database)
  const me = useMe()
  const notAllowed = can.createLibrary(me) ? undefined : t('shell.sidebar.mayNotCreateDatabase')
  const choose = (node: FolderNode) =>
    onChoose(
      node.kind === 'manual'
        ? { csdbName: databaseOf(node.manual), manualName: node.manual.name }
        : undefined,
    )
  const actions = (node: FolderNode, tabIndex: 0 | -1) =>
    node.kind === 'csdb' && (
      <IconButton
        icon="add"
        size="sm"
        tabIndex={tabIndex}
        label={t('imports.dialog.newManualIn', { database: node.label })}
        disabledReason={
          can.createLibrary(me, node.csdb.path) ? undefined : t('shell.sidebar.mayNotCreateDatabase')
        }
        onClick={() => onNewManual(node.csdb.name)}
      />
    )
  return (
    <>
      <div className="im-choose-head">
        <h3>{t('imports.dialog.choose')}</h3>
        <Button icon="add" size="sm" disabledReason={notAllowed} onClick={onNewDatabase}>
          {t('imports.dialog.addDatabase')}
        </Button>
      </div>
      {isEmpty ? (
        <p className="im-shelf-empty">{t('imports.dialog.noDatabase')}</p>
      ) : (
        <Tree
          label={t('imports.dialog.choose')}
          emptyText={t('imports.dialog.noManual')}
          className="im-shelf"
          {...tree}
          selected={chosen ? `/${chosen.csdbName}/${chosen.manualName}` : database && `/${database}`}
          onSelect={choose}
          actions={actions}
        />
      )}
    </>
  )
}
