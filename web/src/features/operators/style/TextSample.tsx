import { useTranslation } from 'react-i18next'

/** A page with a warning, a table and a link. */
export function TextSample() {
  const { t } = useTranslation()
  const sample = (key: string) => t(`operators.style.text.${key}`)
  return (
    <>
      <p className="hs-heading">{sample('heading')}</p>
      <p className="hs-code">{sample('code')}</p>
      <div className="hs-warning">
        <p>{sample('warningTitle')}</p>
        <p>{sample('warning')}</p>
      </div>
      <p>{sample('step')}</p>
      <p>
        {sample('see')} <span className="hs-link">{sample('target')}</span>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{sample('part')}</th>
            <th scope="col">{sample('torque')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{sample('bolt')}</td>
            <td>{sample('boltTorque')}</td>
          </tr>
          <tr>
            <td>{sample('nut')}</td>
            <td>{sample('nutTorque')}</td>
          </tr>
        </tbody>
      </table>
    </>
  )
}
