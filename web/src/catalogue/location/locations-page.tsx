import { CatalogueList } from '../../shared/list/catalogue-list.tsx'
import { locations } from './locations.tsx'

/** `/dashboard/delivery-location`. */
export const LocationsPage = () => <CatalogueList list={locations} />
