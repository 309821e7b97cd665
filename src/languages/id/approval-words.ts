import type { ApprovalWords } from '../approval-words.js'

export const indonesianApproval: ApprovalWords = {
  code: 'id',
  yes: `tapi ya, tapi oke, ya, iya, y, yaa, iyaa, yap, yup, betul, betul sekali, benar, benar sekali, tepat, tepat sekali, sip, siap, oke, ok, okay, okey, okelah, baiklah, baik silakan, boleh silakan, boleh saja, tentu, setuju, sepakat, disetujui, konfirmasi, dikonfirmasi, saya terima, mantap, sempurna, keren, gas, gaskeun, lanjut, lanjutkan,
    lakukan, kerjakan, proses, diproses, jalankan, laksanakan, silakan, silahkan, silakan dilanjutkan, teruskan, tidak masalah, tidak ada masalah, nggak masalah, gak masalah, ga masalah, tak masalah, tidak keberatan, kenapa tidak ?, kenapa tidak, kenapa nggak ?, 👍, ✅, 👌, ide bagus, tidak ada salahnya, nggak keberatan,
    gak keberatan, iyalah, bener, bener banget, itu dia, monggo, boleh dong, boleh banget, dengan senang hati, senang sekali, sesuai rencana, seperti biasa ya, seratus persen, saya ambil, aku ambil, kami ambil, ambil saja, ambil deh, jadi ambil, saya beli, saya ikut, cocok buat saya, cocok untuk saya, saya suka, ideal,
    begitu saja ya, kita ambil, deal`,
  weak: 'boleh, baik, bagus, pas, terus, ayo, yuk, pasti, jelas, terima, cocok',
  no: `menolak, melarang, simpan, saya simpan, larang, tidak, tdk, tak, nggak, enggak, ngga, gak, ga, kagak, ndak, t, tidak usah, nggak usah, gak usah, ga usah, tak usah, tak perlu, jangan, jangan dulu, tidak jadi, nggak jadi, gak jadi, ga jadi, batal, batalkan, batalin, belum, belum dulu, nanti dulu, tidak setuju,
    nggak setuju, tidak benar, bukan, salah, keliru, tidak akan, tidak pernah, sama sekali tidak, tentu tidak, jelas tidak, stop, berhenti, hentikan, sudahlah, lupakan, biarkan, biarin, biar saja, tolak, saya tolak, ditolak, tidak satu pun, tidak ada, tidak dua duanya, berubah pikiran, 👎, ❌, tetap`,
  needless:
    'tidak perlu, nggak perlu, gak perlu, ga perlu, tidak butuh, nggak butuh, gak butuh, tidak bisa datang, nggak bisa datang, tidak jadi pergi, nggak jadi pergi, gak jadi pergi, tidak mau lagi',
  not: 'tidak, nggak, enggak, gak, ga, jangan, tanpa, kecuali, bukan, belum, tak, tidak pernah',
  open: `tidak dengar, nggak dengar, gak dengar, ga dengar, tidak kedengaran, nggak kedengaran, tidak paham, nggak ngerti, ya sudah, ya sudahlah, oke cukup, cukup, ya kali, iya iya, ya ya, baik begini, begini saja, sudah baik, baik baik saja, tidak apa apa, nggak apa apa, gpp, terima kasih sudah, ya deh, kalau, kalo, jika, asal, asalkan, dengan syarat, selama, tergantung, ketika, saat, sampai, sebelum, dulu, sebentar, sebentar ya, bentar,
    tunggu, semenit, sedetik, mungkin, barangkali, kayaknya, sepertinya, kira kira, saya rasa, saya kira, saya pikir, tidak tahu, nggak tahu, gak tau, ga tau, kurang tahu, tidak yakin, nggak yakin, belum yakin, belum tahu, ragu, pikir pikir, mikir, tanya, cek, biar saya, biar aku, daripada, sebagai gantinya, malah, ganti,
    gantikan, diganti, ubah, diubah, nanti, besok saja, berapa, bisa nggak, bisa gak, bisa tidak, bisakah, ada nggak, ulangi, bisa diulang, maksud saya, maksudku, saya bilang, kan, kok, protes*, pertahan*, keberatan, bohong*, bercanda, omong kosong, veto, atau, setelah saya, tidak dengar, nggak dengar, gak dengar,
    kurang jelas, tidak paham, nggak ngerti, tarik kembali, tarik lagi, saya cabut`,
  asks: 'apa, apakah, yang mana, mana, bagaimana, gimana, kapan, di mana, dimana, kenapa, mengapa, siapa, adakah, bisa',
  changes:
    'di luar, di dalam, tempat lain, lain, berbeda, tambah, tambahkan, tambahin, satu lagi, lebih, kurang, lebih murah, kasih tahu, beri tahu, tampilkan, tunjukkan',
  but: 'tapi, tetapi, namun, hanya saja',
  wishes:
    'dan tolong, dan bisa, lalu, kemudian, setelah itu, dan setelah itu, habis itu, dan juga, sekalian, oh ya, ngomong ngomong, terus tolong, sama tolong',
  joints: 'dan, lalu, kemudian, jadi, terus',
  remarks:
    'karena, soalnya, sebab, supaya, agar, biar, saya sudah, saya lagi, saya sedang, saya harus, aku, kami, kita, dia, mereka, istri saya, suami saya, ibu saya, ada yang, seseorang, keburu, sudah',
  neutral: `terima kasih, saya sudah bilang ya, sudah saya bilang, sudah bilang, tanpa perubahan, tidak ada lagi, jangan khawatir, makasih, terimakasih, trims, dong, deh, sih, nih, tuh, lah, nya, sekarang, segera, langsung, cepat, cepetan, mas, mbak, pak, bu, kak, bang, gan, min, ah, oh, eh, um, saya, aku mau, mau, ingin, pengen,
    untuk kami, yakin, sebenarnya, maaf, kalau bisa, jika bisa, kalau memungkinkan, kalau tidak keberatan, secepatnya, tanpa ragu, sayangnya, sayang sekali, untungnya, nggak buru buru, tidak buru buru, saya rasa ya, kayaknya iya, syukurlah, sebelum lupa, keburu lupa, hmm, yang itu, yang ini, sekarang juga, saya minta,
    memang itu, itu yang saya mau`,
  slots: 'untuk, ke, di, dengan, pada, atas, buat, atas nama, nama',
  urges: 'tolong, mohon, minta tolong, saja, aja',
  deictic: 'ini, itu',
  all: 'semua, semuanya, dua duanya, keduanya, kedua duanya, ketiganya, tiga tiganya, seluruhnya, dua dua, sekaligus',
  pairs: 'keduanya, dua duanya',
  only: 'hanya, cuma, cuman, sekadar',
  rest: 'sisanya, yang lain, lainnya, yang satunya, satunya',
  ordinals: 'pertama/kesatu, kedua, ketiga, keempat, terakhir',
  commands: /kan(?:lah)?$/u,
  ending: 2,
  forms: /^(?:kan|in|lah|kanlah|i)?$/u,
  prefixes: 'di, me, mem, men, meng, meny',
}
