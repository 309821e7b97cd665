import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, monthForms, ordinalForms, plainNumbers } from '../heard-language.js'
import { counted, words } from '../word-lists.js'
import { indonesianFalseFriends, indonesianNouns, indonesianVerbs } from './nouns.js'

const ones = counted('nol satu dua tiga empat lima enam tujuh delapan sembilan')
/** Numbers of two words: "dua belas" is 12, "dua puluh" is 20. */
const phrases = new Map(
  Object.entries(ones)
    .filter(([, value]) => value > 1)
    .flatMap(([word, value]): [string, number][] => [
      [`${word} belas`, value + 10],
      [`${word} puluh`, value * 10],
    ]),
)

/**
 * The Indonesian words that the agent understands. It does not speak Indonesian: it answers in the language of the
 * session.
 */
export const indonesian = lazy(
  (): HeardLanguage => ({
    code: 'id',
    stopWords:
      words(`yang yg di ke dari dan atau dengan dgn untuk utk buat pada kepada dalam ini itu apa apakah saja aja siapa mana ada adalah ialah kita kami
    saya aku gue gua kamu anda dia mereka nya tolong mohon minta coba harap bisa bisakah boleh dapat mau ingin pengen pengin perlu butuh
    sudah udah belum juga akan lagi jadi menjadi sebagai sekarang semua seluruh para tersedia terdaftar tersebut punya milik dong deh sih nih tuh
    ya yuk kok tidak gak nggak enggak ga tak jangan hanya cuma telah oleh agar supaya halo hai terima kasih makasih gimana bagaimana
    berapa kapan banyak sama kasih tahu tau`),
    actions: {
      list: [
        'apa saja',
        'siapa saja',
        'mana saja',
        'apa aja',
        'ada berapa',
        ...words('daftar semua seluruh sebutkan'),
      ],
      get: [
        ...words(
          'lihat liat melihat liatin lihatkan perlihatkan tampilkan tampilin menampilkan tunjukkan tunjukin ambil ambilkan ambilin mengambil',
        ),
        ...words(
          'cek ngecek periksa buka bukain detail detil rincian info informasi bacakan beritahu beritahukan siapa apa berapa',
        ),
        ...['kasih lihat', 'kasih liat', 'kasih tahu', 'kasih tau', 'beri tahu'],
      ],
      find: words('cari carikan cariin mencari nyari temukan menemukan telusuri saring'),
      create: [
        ...words(
          'tambah tambahkan tambahin menambah menambahkan nambah nambahin buat buatkan buatin membuat bikin bikinin',
        ),
        ...words(
          'daftarkan daftarin mendaftar mendaftarkan masukkan masukin memasukkan simpan menyimpan catat pesan pesankan pesenin memesan baru',
        ),
        ...words(
          'kirim kirimkan kirimin mengirim ajukan mengajukan jadwalkan terbitkan unggah undang beli belikan membeli',
        ),
      ],
      update: [
        ...words(
          'ubah ubahin ubahkan mengubah ngubah ganti gantiin mengganti perbarui memperbarui edit sunting atur setel tandai',
        ),
        ...words(
          'pindahkan pindahin aktifkan nonaktifkan nyalakan nyalain matikan matiin perbaiki koreksi naikkan turunkan tukar',
        ),
      ],
      delete: [
        ...words(
          'hapus hapusin hapuskan menghapus ngapus apus apusin buang buangin membuang singkirkan hilangkan kosongkan',
        ),
      ],
      cancel: words('batalkan batalin membatalkan batal urungkan'),
    },
    numbers: plainNumbers(
      { ...ones, kosong: 0, sepuluh: 10, sebelas: 11, seratus: 100, seribu: 1000 },
      { phrases, multipliers: { ratus: 100, ribu: 1000 }, ranges: new Set(['antara']) },
    ),
    forbidding: /^(?:tolong |mohon )?(?:jangan|tidak usah)(?!\p{L})/iu,
    questions: [
      ...words('siapa berapa mana kapan bagaimana gimana'),
      'apa saja',
      'apa aja',
      'apa yang',
      'apa ada',
      'apakah ada',
      'ada berapa',
    ],
    linking: words('adalah dengan nomor harga jadi menjadi'),
    renaming: words('menjadi jadi ke'),
    selfQuestions: ['siapa saya', 'saya login sebagai', 'saya masuk sebagai'],
    bounds: { lower: words('antara dari mulai'), upper: words('sampai hingga ke') },
    joints: words('dan'),
    naming: words('bernama nama berjudul'),
    pointers: words('nomor nomer no kode id'),
    beforeVerbs: words(
      'tolong mohon minta coba harap bisa bisakah boleh saya aku gue kami kamu anda mau ingin pengen perlu butuh untuk halo hai',
    ),
    own: words('saya aku ku kami'),
    determiners: words(
      'semua daftar hapus kirim lihat tampilkan cari baca balas ubah tambah buat batalkan sebuah setiap ada jumlah isi',
    ),
    countQuestions: ['berapa', 'berapa banyak', 'jumlah'],
    prepositions: words('di ke dari untuk dengan pada kepada dalam tentang oleh'),
    ordinals: ordinalForms(
      `pertama kesatu, kedua, ketiga, keempat, kelima, keenam, ketujuh, kedelapan, kesembilan, kesepuluh`,
      'terakhir',
    ),
    sayings: {
      greeting: 'halo, hai, selamat pagi, selamat siang, selamat sore, selamat malam',
      thanks: 'terima kasih, makasih, terima kasih banyak, makasih ya',
      farewell: 'sampai jumpa, dadah, selamat tinggal, itu saja',
      help: 'bantuan, tolong bantu, bantu saya, kamu bisa apa, apa yang bisa kamu lakukan, bisa bantu apa',
      repeat: 'ulangi, tolong ulangi, bisa diulangi, sekali lagi, apa tadi',
      wait: 'tunggu, tunggu sebentar, sebentar, bentar',
      cancel: 'batal, tidak jadi, nggak jadi, lupakan, berhenti, sudahlah',
      yes: 'ya, iya, benar, betul, baik, oke, ok, setuju, silakan, tentu, lanjutkan, boleh, ya tolong',
      no: 'tidak, nggak, enggak, tidak usah, jangan, bukan, tidak terima kasih',
      correction: 'bukan, maaf, maksud saya, maksudku, sebenarnya',
      followUp: 'dan, kalau, bagaimana dengan, juga, lalu, sekarang, terus',
    },
    days: { besok: 1, lusa: 2, kemarin: -1 },
    weekdays: words('ahad senin selasa rabu kamis jumat sabtu'),
    months: monthForms(
      `januari, februari, maret, april, mei, juni, juli, agustus, september, oktober, november, desember`,
    ),
    translations: lazy(() => ({ ...indonesianNouns(), ...indonesianVerbs() })),
    forms: lazy(() => ({
      ...indonesianFalseFriends(),
      ...Object.fromEntries(
        Object.entries(indonesianNouns()).flatMap(([word, english]) => [
          [`${word}nya`, english],
          [`${word}ku`, english],
        ]),
      ),
    })),
    // Indonesian nouns have no plural form, so each of them may mean several records.
    isPlural: (word) => Object.hasOwn(indonesianNouns(), word),
  }),
)
