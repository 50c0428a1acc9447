import { ButtonLink } from '../shared/button.tsx'
import { ArchivableList } from '../shared/list/archivable-list.tsx'
import { paths } from '../shared/paths.ts'
import { useMay } from '../shared/permissions.ts'
import { locationKind } from './location-kind.tsx'

/** `/dashboard/delivery-location`. */
export const LocationsPage = () => (
  <ArchivableList
    kind={locationKind}
    actions={
      useMay('catalogue.manage') && (
        <ButtonLink look="primary" to={paths.addDeliveryLocation}>
          Add New
        </ButtonLink>
      )
    }
  />
)
