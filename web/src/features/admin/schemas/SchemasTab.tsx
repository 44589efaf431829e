import { InstalledSets } from './InstalledSets'
import { TestOneFile } from './TestOneFile'

/** The XML schemas that packages are checked against, and a place to try them. */
export function SchemasTab() {
  return (
    <div className="ad-columns">
      <InstalledSets />
      <TestOneFile />
    </div>
  )
}
