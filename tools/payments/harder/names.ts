import type { Dice } from '../dice.ts'

/**
 * Names by region, roughly the most common first. A first name and a family name usually come from
 * the same region, so that more people share both than if each were drawn alone. The order is a
 * guess, because no census of names is public.
 */
type Region = {
  women: string[]
  men: string[]
  families: string[]
}

const words = (text: string) => text.split(' ')

const english = words(
  'Blessing Favour Joy Mercy Precious Grace Esther Peace Gift Faith Mary Deborah Ruth Patience Rita ' +
    'Stella Vivian Sandra Jennifer Victoria Elizabeth Rose Sarah Happiness Charity Comfort Juliet Cynthia ' +
    'Gloria Queen Divine Success Goodness Miracle Promise Princess Janet Monica Helen Agnes Beatrice ' +
    'Christiana Dorcas Eunice Florence Hannah Hope Irene Josephine Linda Lilian Maureen Naomi Pamela Rachel',
)
const englishMen = words(
  'Emmanuel Samuel David Daniel John Michael Joseph Peter Paul Victor Sunday Godwin Stephen Joshua Moses ' +
    'James Elijah Isaac Solomon Felix Kingsley Anthony Benjamin Henry Patrick Augustine Christopher Francis',
)

const regions: readonly (readonly [weight: number, region: Region])[] = [
  [
    34,
    {
      women: words(
        'Chioma Ngozi Ifeoma Chidinma Amarachi Chinyere Nkechi Adaeze Chiamaka Uchenna Ogechi Oluchi Chinenye ' +
          'Ijeoma Nneka Ebere Amaka Nkiruka Obioma Ugochi Kosisochukwu Onyinye Adaobi Chisom Somtochukwu Ezinne ' +
          'Nwakaego Urenna Akunna Uzoamaka Chidera Ifunanya Nkem Ginika Munachi Ozioma Kelechi Ebubechukwu',
      ),
      men: words(
        'Chinedu Emeka Obinna Ikechukwu Chukwuma Kenechukwu Ifeanyi Uche Nnamdi Chidi Okechukwu Tobenna Ebuka ' +
          'Chibuzor Onyekachi Arinze Chukwuemeka Kelechi Obiora Ugochukwu',
      ),
      families: words(
        'Okafor Okeke Eze Okoro Nwosu Obi Okonkwo Onyekachi Nwachukwu Igwe Onuoha Ezeh Anyanwu Uzor Nnamdi Opara ' +
          'Madu Umeh Agu Ibe Njoku Okoye Nwankwo Okpara Chukwu Emenike Iwu Amadi Ugwu Ogbonna Nwafor Onyema Ekwueme ' +
          'Achebe Azikiwe Orji Uba Nweke Ezeudu Ihejirika Ndukwe Mbah Aneke Odo Asogwa Eneh Anozie Duru Osuji Iroha ' +
          'Nwaogu Okereke Agbo Ezema Nwokolo Onwuka Obiora Ifeanyi Okwuosa Nzeribe Egwu Udeh Ani Onyishi Ukaegbu',
      ),
    },
  ],
  [
    34,
    {
      women: words(
        'Oluwaseun Temitope Funmilayo Bukola Yetunde Tolulope Folake Abimbola Titilayo Kehinde Taiwo Oluwatosin ' +
          'Adenike Modupe Ayomide Damilola Simisola Opeyemi Omolara Adebimpe Olabisi Iyabo Bolanle Sade Morenike ' +
          'Oluwadamilola Ifeoluwa Omotola Olamide Mojisola Adetola Oluwakemi Abiodun Oyinkansola Ibukun Tinuke ' +
          'Olayinka Monsurat Rukayat Sekinat Kafayat Mariam Aminat Basirat',
      ),
      men: words(
        'Babatunde Oluwaseun Adebayo Ayodeji Olumide Segun Kayode Adewale Oluwafemi Tunde Kehinde Gbenga Biodun ' +
          'Olalekan Rasheed Mutiu Wasiu Ibrahim Sodiq Tobiloba',
      ),
      families: words(
        'Adeyemi Adebayo Ojo Balogun Lawal Afolabi Ogunleye Bakare Akande Ajayi Adeleke Salami Ogundipe Fashola ' +
          'Adesanya Olaniyan Adekunle Oyelaran Olawale Alabi Adeniyi Oladipo Ogunbanjo Aina Akinola Adewumi Olatunji ' +
          'Owolabi Fadeyi Oyedepo Akintola Oduya Sanni Ogunsanya Adeoye Oyebanji Ayodele Olaoye Adigun Raji Oni ' +
          'Akinwale Adegoke Falade Ige Komolafe Odunsi Shittu Tijani Yusuf Adedeji Akinyemi Oyewole Ogunlade Osho ' +
          'Adeosun Makinde Omotosho Olajide Ibitoye Ajiboye Famuyiwa Ogunmola Oke Olubunmi Oladele',
      ),
    },
  ],
  [
    18,
    {
      women: words(
        'Aisha Fatima Hauwa Zainab Amina Maryam Hadiza Halima Khadija Rukayya Safiya Rahma Asmau Bilkisu Nafisa ' +
          "Jamila Sadiya Hafsat Ummi Farida Rabi Ladi Binta Saratu Murja Ɗan'asabe Salamatu Ruƙayya",
      ),
      men: words(
        'Musa Ibrahim Abubakar Usman Sani Aliyu Yusuf Umar Bello Mohammed Kabiru Nasiru Aminu Haruna Suleiman ' +
          'Isah Garba Ahmad Mustapha Bashir',
      ),
      families: words(
        'Ibrahim Musa Abubakar Mohammed Bello Usman Sani Yusuf Aliyu Umar Suleiman Abdullahi Garba Shehu Danjuma ' +
          "Lawan Kabir Ahmed Idris Isah Adamu Haruna Yakubu Salisu Jibril Tanko Audu Dauda Hassan Hussaini Ma'aji " +
          'Gambo Muazu Baba Zubairu Bala Ɗanjuma Buhari Gidado Maigari',
      ),
    },
  ],
  [
    14,
    {
      women: words(
        'Idara Ekaette Uduak Eno Ese Oghenekaro Efe Osas Eseosa Adesuwa Ivie Ibiso Tamunoibi Ene Ochanya Onyeche ' +
          'Mfon Itoro Aniekan Ndifreke Ufuoma Oghenetega Isoken Osarugue Boma Data Kpakpando Nanre Sim Talatu',
      ),
      men: words(
        'Ubong Edidiong Aniebiet Oghenero Efosa Osaze Tamuno Ochai Ejike Iboro Akan Ovie Tega Nosa Gyang Dung Sunny',
      ),
      families: words(
        'Etim Bassey Effiong Akpan Udoh Inyang Ekong Briggs Horsfall Edafe Omoruyi Osagie Igbinedion Aghedo ' +
          'Cole-Williams Ochai Adakole Audu Onoja Gyang Dung Okon Essien Udofia Ita Ekpo Amangbara Jumbo Georgewill ' +
          "Tonye O'Brien Erhabor Igiebor Ovbiagele Ejiro Akpobome Agbaje Odili Wokoma Amachree Hart Eyo Archibong",
      ),
    },
  ],
]

export type Name = { first: string; middle: string; family: string }

const regionOf = (dice: Dice): Region => dice.weighted(regions)

const firstName = (dice: Dice, region: Region, sex: 'women' | 'men'): string =>
  dice.chance(0.3) && region !== regions[2]?.[1]
    ? dice.zipf(sex === 'women' ? english : englishMen)
    : dice.zipf(region[sex])

export const nameOf = (dice: Dice, sex: 'women' | 'men', family?: string): Name => {
  const region = regionOf(dice)
  const familyRegion = dice.chance(0.92) ? region : regionOf(dice)
  return {
    first: firstName(dice, region, sex),
    middle: dice.chance(0.7) ? firstName(dice, region, sex) : '',
    family: family ?? dice.zipf(familyRegion.families),
  }
}

/** The short forms that friends use. People type them although the bank has the whole name. */
export const shortNames: Record<string, string> = {
  Oluwaseun: 'Seun',
  Temitope: 'Temi',
  Funmilayo: 'Funmi',
  Bukola: 'Bukky',
  Tolulope: 'Tolu',
  Abimbola: 'Bimbo',
  Titilayo: 'Titi',
  Damilola: 'Dami',
  Oluwadamilola: 'Dammy',
  Simisola: 'Simi',
  Oluwakemi: 'Kemi',
  Oluwatosin: 'Tosin',
  Chidinma: 'Didi',
  Chiamaka: 'Amaka',
  Amarachi: 'Amara',
  Adaeze: 'Ada',
  Adaobi: 'Ada',
  Chinenye: 'Nenye',
  Somtochukwu: 'Somto',
  Kosisochukwu: 'Kosi',
  Onyinye: 'Onyi',
  Elizabeth: 'Liz',
  Victoria: 'Vicky',
  Jennifer: 'Jenny',
  Deborah: 'Debby',
  Oghenekaro: 'Karo',
  Tamunoibi: 'Ibi',
  Hadiza: 'Dija',
  Maryam: 'Mary',
}

/** Words that a business adds to a name. */
export const trades = words(
  'Hair Beauty Fashion Collections Stores Couture Luxury Glam Global Resources Concepts Boutique Cosmetics ' +
    'Fabrics Foods Logistics Investment Services Empire World Place Hub Signature Integrated Multi',
)
export const suffixes = words('Ventures Enterprises Enterprise Ltd Limited Company Nig')
export const fancies = words(
  'Glow Divine Royal Golden Rehoboth Shalom Pearl Crown Blossom Jewel Kingdom Zion Treasure Emerald Diamond ' +
    'Victory Elegance Ivory Silk Amazing Favoured Blessed Exquisite Prestige Vogue',
)
