import type { ApprovalWords } from '../approval-words.js'

export const indonesianApproval: ApprovalWords = {
  code: 'id',
  yes: `ya, iya, y, yaa, iyaa, yap, yup, ya ya, iya iya, ya benar, iya benar, ya betul, ya tolong, iya tolong, ya silakan, iya silakan, betul, betul sekali, benar, benar sekali, tepat, tepat sekali, pas, cocok, sip, siap, oke, ok, okay, okey, okelah, baik, baiklah, baik silakan, boleh, boleh silakan, boleh saja, tentu, tentu saja, pasti, jelas, setuju, saya setuju, sepakat, disetujui, konfirmasi, saya konfirmasi, dikonfirmasi, terima, saya terima, mantap, bagus, sempurna, keren, gas, gaskeun, ayo, yuk,
    lanjut, lanjutkan, lanjut aja, lanjut saja, lanjutkan saja, lakukan, lakukan saja, lakukan itu, kerjakan, kerjakan saja, proses, proses saja, diproses, jalankan, jalankan saja, laksanakan, silakan, silahkan, silakan lanjut, silakan dilanjutkan, teruskan, terus, tidak masalah, tidak ada masalah, nggak masalah, gak masalah, ga masalah, tak masalah, gpp, tidak apa apa, nggak apa apa, tidak keberatan, kenapa tidak ?, kenapa tidak, kenapa nggak ?, 👍, ✅, 👌`,
  no: `menolak, melarang, simpan, saya simpan, larang, tidak, tdk, tak, nggak, enggak, ngga, gak, ga, kagak, ndak, t, tidak terima kasih, nggak makasih, tidak usah, nggak usah, gak usah, ga usah, tak usah, tidak perlu, nggak perlu, gak perlu, ga perlu, tak perlu, tidak mau, nggak mau, gak mau, ga mau, jangan, jangan dulu, jangan deh, tidak jadi, nggak jadi, gak jadi, ga jadi, batal, batalkan, batalin, belum, belum dulu, jangan sekarang, tidak sekarang, nanti dulu, tidak setuju, nggak setuju, tidak benar, bukan, bukan itu, salah, keliru, tidak akan, tidak pernah, sama sekali tidak, tentu tidak, jelas tidak,
    stop, berhenti, hentikan, sudahlah, lupakan, lupakan saja, biarkan, biarkan saja, biarin, biarin aja, biar saja, tolak, saya tolak, ditolak, tidak satu pun, tidak ada, tidak dua duanya, berubah pikiran, 👎, ❌`,
  not: 'tidak, nggak, enggak, gak, ga, jangan, tanpa, kecuali, bukan, belum, tak',
  open: `ya sudah, ya sudahlah, sudah, sudah cukup, oke cukup, cukup, ya kali, iya iya, ya ya, baik begini, begini saja, sudah baik, baik baik saja, tidak apa apa, nggak apa apa, gpp, terima kasih sudah, ya deh, kalau, kalo, jika, asal, asalkan, dengan syarat, selama, kecuali kalau, tergantung, hanya kalau, hanya jika, ketika, saat, sampai, sebelum, dulu, sebentar, sebentar ya, bentar, tunggu, tunggu dulu, tunggu sebentar, semenit, sedetik, mungkin, barangkali, kayaknya, sepertinya, kira kira, saya rasa, saya kira, saya pikir, tidak tahu, nggak tahu, gak tau, ga tau, kurang tahu, tidak yakin, nggak yakin, belum yakin, belum tahu, ragu, pikir dulu, pikir pikir, mikir, tanya dulu, tanya, cek dulu, cek, lihat dulu, biar saya, biar aku, hmm, daripada, sebagai gantinya, malah,
    sebenarnya, ganti, gantikan, diganti, ubah, diubah, ubah jadi, ganti jadi, lain, yang lain, lainnya, berbeda, juga, tambah, tambahkan, tambahin, lagi, satu lagi, lebih, kurang, lebih murah, nanti, nanti saja, besok saja, apa, apakah, yang mana, mana, bagaimana, gimana, berapa, kapan, di mana, dimana, kenapa, mengapa, siapa, bisa nggak, bisa gak, bisa tidak, bisakah, apa bisa, ada nggak, adakah, maaf, ulangi, bisa diulang, maksud saya, maksudku, saya bilang, kan, kok`,
  but: 'tapi, tetapi, namun, cuma, hanya saja',
  joints: 'dan, lalu, kemudian, jadi, terus',
  because: 'karena, soalnya, sebab, supaya, agar, biar',
  remarks:
    'saya sudah, saya lagi, saya sedang, saya harus, aku, kami, kita, dia, mereka, istri saya, suami saya, ibu saya, ada yang, seseorang, keburu',
  reasons: `pindah, rumah, pergi, berangkat, pulang, perjalanan, buru, buru buru, besok, hari, hari ini, malam, pagi, minggu, bulan, liburan, ulang, tahun, hilang, dicuri, rusak, tas, dompet, istri, suami, kakak, adik, ibu, ayah, bapak, anak, teman, keluarga, suka, senang, jatuh, tempo, habis, ke, di, dari, dengan, untuk, mau, akan, harus, lagi di, keburu, mati`,
  neutral: `tolong, mohon, minta tolong, terima kasih, makasih, terimakasih, trims, dong, deh, sih, aja, saja, ya, nih, tuh, lah, itu, ini, yang itu, yang ini, nya, sekarang, sekarang juga, segera, langsung, cepat, cepetan, mas, mbak, pak, bu, kak, bang, gan, min, ah, oh, eh, um, bisa, bisa tolong, saya, saya mau, saya ingin, aku mau, mau, ingin, pengen, saya minta, untuk saya, buat saya, untuk kami, saya sudah bilang ya, sudah saya bilang, sudah bilang, memang itu, itu yang saya mau, tanpa perubahan, tidak ada lagi, itu saja, sudah, jangan khawatir, saya yakin, yakin`,
  all: 'semua, semuanya, dua duanya, keduanya, kedua duanya, ketiganya, tiga tiganya, seluruhnya, dua dua, sekaligus',
  only: 'hanya, cuma, cuman, sekadar',
  rest: 'sisanya, yang lain, lainnya, yang satunya, satunya',
  ordinals: 'pertama/kesatu, kedua, ketiga, keempat, terakhir',
  ending: 2,
  forms: /^(?:kan|in|lah|kanlah|i)?$/u,
  prefixes: 'di, me, mem, men, meng, meny',
}
