import { InstalledBrexes } from './InstalledBrexes'
import { InstalledSets } from './InstalledSets'
import { TestOneFile } from './TestOneFile'

/** The XML schemas and business rules that modules are checked against, and a place to try the schemas. */
export function SchemasTab() {
  return (
    <div className="ad-columns">
      <InstalledSets />
      <InstalledBrexes />
      <TestOneFile />
    </div>
  )
}
