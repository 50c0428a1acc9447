/** Sample customers. The people do not exist, and no network uses the phone numbers. */
const firstNames =
  'Ada Ngozi Funke Chioma Zainab Amaka Temitope Halima Ifeoma Bisi Blessing Kemi Aisha Uche Yetunde Nneka Sade Hauwa Ebele Folake Maryam Obioma Ronke Efe Adaeze Adanna Adebisi Adeola Adunni Amina Anuli Asabe Asmau Ayomide Bolanle Bukola Chiamaka Chidinma Chinwe Damilola Doris Edidiong Ekaette Enitan Esohe Fadeke Fatima Feyi Grace Hadiza Idara Ije Imade Iniobong Itohan Jumoke Kaltume Khadija Kikelomo Ladi Lami Modupe Morenike Mosun Nafisa Nkechi Nkoyo Nonso Obiageli Oge Olabisi Omolara Omotola Onyeka Osaretin Patience Queen Rahila Rashida Rita Rukayat Safiya Simisola Sola Talatu Titilayo Tobi Tolu Uduak Ugochi Uloma Vivian Wuraola Yewande Yinka Zulai Zuwaira'.split(
    ' ',
  )
const lastNames =
  'Okafor Adeyemi Bello Eze Balogun Nwosu Ibrahim Lawal Obi Danjuma Afolabi Okoro Yusuf Ogunleye Umeh Abubakar Akande Chukwu Salami Etim Abiodun Adebayo Adekunle Adeleke Adesina Agbaje Agu Ajayi Akinola Akpan Aliyu Aluko Amadi Anyanwu Asuquo Audu Awolola Ayodele Azikiwe Babangida Bakare Bamidele Bassey Dada Dantata Dike Dogara Ebong Edet Egwu Ejiofor Ekanem Ekpo Elumelu Enahoro Essien Fashola Fawehinmi Garba Gbadamosi Giwa Gowon Haruna Idowu Igwe Ihejirika Ikpeazu Imoke Inyang Iwu Jaja Jibril Kanu Kolawole Kuti Madu Magaji Makinde Mbah Mohammed Musa Nnadi Nnamani Nwachukwu Nwankwo Obaseki Odukoya Ogbonna Ojo Okeke Okonkwo Okpara Oladipo Olaniyan Onwueme Onyema Opara Osagie Oshodi Oyelaran Rotimi Sani Shehu Sowande Suleiman Tambuwal Udo Ugwu Usman Uzor Wada Yakubu Yaradua'.split(
    ' ',
  )
const streets =
  'Allen Avenue,Marina Road,Awolowo Road,Adeola Odeku Street,Aminu Kano Crescent,Ahmadu Bello Way,Okpara Avenue,Aba Road,Bode Thomas Street,Ring Road'.split(
    ',',
  )

/** About as many prefixes as Nigeria's networks have; no network has one of these. */
const phonePrefixes =
  '0720 0734 0746 0751 0768 0779 0783 0790 0795 0925 0938 0941 0957 0963 0972 0984 0989 0994'.split(
    ' ',
  )

/** Random numbers in [0, 1) from a seed (mulberry32), the same in every run. */
export const seededRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Random = ReturnType<typeof seededRandom>

export const pick = <T>(random: Random, from: readonly T[]): T => {
  const picked = from[Math.floor(random() * from.length)]
  if (picked === undefined) throw new Error('there is nothing to pick from')
  return picked
}

export const sampleCustomer = (random: Random) => {
  const firstName = pick(random, firstNames)
  const lastName = pick(random, lastNames)
  const handle = `${firstName}.${lastName}${Math.floor(random() * 90 + 10)}`.toLowerCase()
  return {
    firstName,
    lastName,
    email: `${handle}@mail.example`,
    countryCode: 'NG',
    phone: `${pick(random, phonePrefixes)}${String(Math.floor(random() * 10_000_000)).padStart(7, '0')}`,
    instagramUsername: `${handle}_hair`,
    accountName: random() < 0.85 ? `${firstName} ${lastName}` : `${pick(random, lastNames)} & Sons`,
    address: `${Math.floor(random() * 120 + 1)} ${pick(random, streets)}`,
  }
}
