/** Many names are sentences made of parts, so no list could hold them all. */
const madeOf = (beginnings: string, ends: string): string[] =>
  ends.split(' ').flatMap((end) => beginnings.split(' ').map((beginning) => beginning + end))

/**
 * First and family names of Nigeria's larger peoples, roughly the most common first, because
 * simulated names are drawn by Zipf's law. The order is a guess, because no census of names is
 * public.
 */
export const firstNames = [
  ...(
    'Chioma Blessing Aisha Fatima Oluwaseun Ngozi Funmilayo Amina Chinedu Emeka Tolulope Adaeze Ifeoma Zainab ' +
    'Mary Grace Esther Joy Favour Precious Temitope Bukola Kemi Yetunde Halima Hauwa Maryam Chidinma Nkechi ' +
    'Uche Obinna Ikechukwu Adébáyọ̀ Ọláyínká Sadé Titilayo Abimbola Folake Ronke Simisola Damilola Ayomide ' +
    'Khadija Rukayya Hadiza Ibrahim Musa Sani Yusuf Ada Ebere Ify Amaka Chiamaka Oge Nneka Chinwe Ijeoma ' +
    'Patience Peace Mercy Victoria Janet Ruth Deborah Rebecca Idara Ekaette Uduak Aniekan Ene Ochanya Tamuno ' +
    "Ibiso Ese Oghenekaro Efe Osas Eseosa Adesuwa Ivie Ma'aruf Ɗanladi"
  ).split(' '),
  ...madeOf('Olu Ade Ayo Ola', 'bukola dayo seyi kunle tunde wale niyi femi bunmi'),
  ...madeOf('Chi Ugo Ogo Ama', 'amaka buike chukwu oma nna nwanne'),
]

export const familyNames = [
  ...(
    'Okafor Ibrahim Bello Adeyemi Okeke Musa Eze Abubakar Okoro Mohammed Adebayo Obi Nwosu Chukwu Lawal Balogun ' +
    'Yusuf Sani Usman Aliyu Okonkwo Nwachukwu Onyekachi Adeleke Ogunleye Ojo Afolabi Akande Ajayi Bakare Salami ' +
    'Oyelaran Ogundipe Fashola Olaniyan Adesanya Olawale Adekunle Onuoha Umeh Anyanwu Igwe Agu Nnamdi Ezeh ' +
    'Uzor Opara Njoku Ike Madu Danjuma Garba Suleiman Umar Abdullahi Shehu Lawan Kabir Etim Bassey Effiong ' +
    "Akpan Udoh Inyang Ekong Amadi Briggs Horsfall Oghenero Edafe Omoruyi Osagie Igbinedion Aghedo O'Neil " +
    'Cole-Williams Ade-Bayo Ochai Adakole Audu Onoja Gyang Dung'
  ).split(' '),
  ...madeOf('Ade Olu Ogun Oye Owo', 'tayo yinka gbenga sina leke wunmi toye bode'),
  ...madeOf('Nwa Oko Eze Uzo', 'nkwo eke orie ude ibe chi'),
]
