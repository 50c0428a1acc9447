import { CatalogueList } from '../../shared/list/catalogue-list.tsx'
import { locations } from './locations.tsx'

export const LocationsPage = () => <CatalogueList list={locations} />
